export declare function installIfMissing(wanted: 'all' | 'run'): Promise<void>;
