// What the encoder uses of WebAssembly beyond the declarations of scan/syntax and the index; the compiler only knows it together with the whole browser.
declare namespace WebAssembly {
  function validate(bytes: Uint8Array): boolean;
}
