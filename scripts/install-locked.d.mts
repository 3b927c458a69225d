interface Lockfile {
  packages: Record<
    string,
    { version?: string; name?: string; integrity?: string; resolved?: string; link?: boolean }
  >;
}

export declare function withTarballs(lockfile: Lockfile): Lockfile;
