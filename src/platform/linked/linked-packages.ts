/** A CommonJS module of a package as a function, as Node would wrap it. */
export type PackageModule = (
  exports: object,
  require: NodeJS.Require,
  module: { exports: unknown },
  filename: string,
  dirname: string,
) => void;

/** Modules of packages that are part of the linked program, by their name and the length of their file. */
let linked: Readonly<Record<string, PackageModule>> = {};

export function setLinkedPackages(packages: Readonly<Record<string, PackageModule>>): void {
  linked = packages;
}

/** The module of a package as it was linked; undefined without a linked program, and where the file is another one by now. */
export function linkedPackage(name: string, fileBytes: number): PackageModule | undefined {
  return linked[linkedPackageKey(name, fileBytes)];
}

export function linkedPackageKey(name: string, fileBytes: number): string {
  return `package ${name} ${fileBytes}`;
}
