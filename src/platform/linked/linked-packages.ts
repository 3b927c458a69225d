/** A CommonJS module of a package as a function, as Node would wrap it. */
export type PackageModule = (
  exports: object,
  require: NodeJS.Require,
  module: { exports: unknown },
  filename: string,
  dirname: string,
) => void;

type Packages = Readonly<Record<string, PackageModule>>;

/** Where modules of packages are that are part of the linked program: what opens it is not part of it, and has modules of its own. */
const place = Symbol.for('lorekeep.linked-packages');
const shared = globalThis as { [place]?: Packages };

/** `packages`: by their name and the length of their file. */
export function setLinkedPackages(packages: Packages): void {
  shared[place] = packages;
}

/** The module of a package as it was linked; undefined without a linked program, and where the file is another one by now. */
export function linkedPackage(name: string, fileBytes: number): PackageModule | undefined {
  return shared[place]?.[linkedPackageKey(name, fileBytes)];
}

export function linkedPackageKey(name: string, fileBytes: number): string {
  return `package ${name} ${fileBytes}`;
}
