/** Where a fetched commit is found in the bare repository. */
export const targetRef = 'refs/scan/target';
export const baselineRef = 'refs/scan/baseline';
