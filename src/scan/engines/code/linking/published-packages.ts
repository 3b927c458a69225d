/** Whether a file says that its folder is a package which others install and call: what it offers has callers that nobody sees. */
export function isPackageFile(path: string): boolean {
  return manifests.test(path);
}

/** The text decides where applications have the same file. */
export function isPublished(path: string, text: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name === 'package.json') {
    const isOpen = !/"private"\s*:\s*true/.test(text);
    // What has a licence and an entry file and needs nothing to run is a library that is published by other means: an application needs something.
    const isAlone =
      /"license"\s*:/.test(text) &&
      /"main"\s*:/.test(text) &&
      !/"(?:optionalD|peerD|d)ependencies"\s*:/.test(text);
    return (isOpen || isAlone) && /"(?:main|module|exports|bin|types|files)"\s*:/.test(text);
  }
  if (name === 'composer.json') return /"name"\s*:/.test(text) && !/"type"\s*:\s*"project"/.test(text);
  if (name === 'pyproject.toml') return /^\[(?:project|tool\.poetry)\]/m.test(text);
  return true;
}

/** The folders of published packages, to ask which files are in one. */
export class PublishedPackages {
  readonly #folders: ReadonlySet<string>;

  constructor(manifestPaths: readonly string[]) {
    this.#folders = new Set(manifestPaths.map(folderOf));
  }

  has(file: string): boolean {
    if (this.#folders.size === 0) return false;
    for (let folder = folderOf(file); ; folder = folderOf(folder)) {
      if (this.#folders.has(folder)) return true;
      if (folder === '') return false;
    }
  }
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

const manifests =
  /(?:^|\/)(?:package\.json|composer\.json|pyproject\.toml|setup\.py|setup\.cfg|[^/]+\.gemspec)$/;
