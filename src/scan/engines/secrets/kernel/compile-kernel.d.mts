export declare function compileKernel(): Promise<Uint8Array>;
