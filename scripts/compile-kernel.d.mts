export declare function compileKernel(file: string): Promise<Uint8Array>;
