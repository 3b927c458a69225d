/** What functions and types of the same package, in other files, are qualified by. */
export const packageOfFile = '<package>';

/**
 * The name that a package goes by in rules: its path without the host, the version and `go-` fillers of hosts, so that
 * `github.com/labstack/echo/v4` is `labstack/echo` and `gopkg.in/yaml.v3` is `yaml`.
 */
export function packageName(path: string): string {
  return path
    .replace(/^golang\.org\/x\//, 'x/')
    .replace(/^(?:[a-z0-9-]+\.)+[a-z]+\//, '')
    .replace(/\/v\d+(?=\/|$)/, '')
    .replace(/\.v\d+$/, '');
}

/** The name that a package has in the file that imports it without giving one. */
export function defaultLocal(path: string): string {
  const plain = path.replace(/\/v\d+$/, '').replace(/\.v\d+$/, '');
  return plain.slice(plain.lastIndexOf('/') + 1).replace(/^go-|-go$|\.go$/g, '');
}
