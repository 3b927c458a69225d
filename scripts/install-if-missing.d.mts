export declare function installIfMissing(wanted: 'all' | 'run'): void;
