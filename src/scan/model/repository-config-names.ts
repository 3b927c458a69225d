/** What the file with a repository's settings may be called; the first that is there counts. */
export const repositoryConfigNames: readonly string[] = ['.lorekeep.yaml', '.lorekeep.yml'];
