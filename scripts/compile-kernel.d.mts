/** The builds of a kernel by name, each as base64. */
export declare function compileKernel(file: string): Promise<Record<string, string>>;
