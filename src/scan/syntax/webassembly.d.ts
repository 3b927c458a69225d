/** The part of the WebAssembly interface that the parser uses: Node has it, its type package does not, and the browser's types are not wanted here. */
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { initial: number; maximum?: number; shared?: boolean });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: Uint8Array);
  }
  class RuntimeError extends Error {}
}
