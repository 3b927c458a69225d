/** `owner/name` of a clone URL, with the host where it is not a usual one; the whole text where it is no URL. */
export function repositoryName(repoUrl: string): string {
  if (!URL.canParse(repoUrl)) return repoUrl;
  const { host, pathname } = new URL(repoUrl);
  const path = pathname.replace(/^\/+/, '').replace(/\.git$/, '');
  return host === 'github.com' ? path : `${host}/${path}`;
}
