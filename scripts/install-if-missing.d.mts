export declare function installIfMissing(wanted: 'all' | 'run'): void;
export declare function isComplete(lockfile: {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>;
}): boolean;
