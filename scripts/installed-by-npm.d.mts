interface Lockfile {
  packages: Record<
    string,
    { integrity?: string; link?: boolean; dev?: boolean; optional?: boolean; devOptional?: boolean }
  >;
}

export declare function installedByNpm(modules: string, lockfile: Lockfile, scope: 'all' | 'run'): boolean;
