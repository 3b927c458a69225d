// What the keyword finder uses of WebAssembly beyond the declarations of scan/syntax.
declare namespace WebAssembly {
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>);
  }
}
