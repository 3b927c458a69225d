const maxBytes = 16 * 1024 * 1024;

export type FileKind = 'terraform';

/** What a file is, as far as its path can say. */
export function fileKind(path: string): FileKind | undefined {
  if (/\.tf$|(^|\/)(terraform|[^/]*\.auto)\.tfvars$/.test(path)) return 'terraform';
  return undefined;
}

export function wantsFile(path: string, sizeBytes: number): boolean {
  return sizeBytes > 0 && sizeBytes <= maxBytes && fileKind(path) !== undefined;
}
