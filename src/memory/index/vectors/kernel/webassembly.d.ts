// What the index uses of WebAssembly beyond the declarations of scan/syntax; the compiler only knows it together with the whole browser.
declare namespace WebAssembly {
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
  function instantiate(
    bytes: Uint8Array,
    imports: Record<string, Record<string, unknown>>,
  ): Promise<{ instance: Instance }>;
}
