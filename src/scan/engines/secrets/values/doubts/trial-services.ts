import type { Doubt } from '../surroundings.ts';

/** `GRID_SECRET` next to `GRID_ENDPOINT = "https://demo.grid.example/"`: it opens a service that is there to be tried out, by the name of its host. */
export function doubtOfTrialService(name: string, around: string): Doubt | undefined {
  const group = groupOfSecret.exec(name.slice(name.lastIndexOf('.') + 1))?.[1]?.toLowerCase();
  if (group === undefined) return undefined;
  const hosts = [...around.matchAll(address)].flatMap(([, owner, host]) =>
    owner!.toLowerCase() === group ? [host!] : [],
  );
  return hosts.length > 0 && hosts.every(isForTrials)
    ? { limit: 'medium', reason: 'it is for a service that is there to be tried out, as its address says' }
    : undefined;
}

function isForTrials(host: string): boolean {
  return host
    .toLowerCase()
    .split(/[.-]/)
    .some((word) => trialWords.has(word));
}

const trialWords = new Set(['test', 'testing', 'demo', 'sandbox', 'playground', 'example']);
const groupOfSecret =
  /^([A-Za-z]\w{1,60}?)_?(?:(?:api|client|shared|access|app|auth)_?)?(?:secret|token|key|password)$/i;
const address =
  /\b([A-Za-z][A-Za-z0-9_]{1,60}?)_?(?:endpoint|server|host|address|(?:api|base|server)?_?ur[il])\b[^\n]{0,120}?https?:\/\/([\w.-]{1,200})/gi;

/** `curl -H "Authorization: …" http://localhost/events`: a command that asks the own machine alone. */
export function doubtOfOwnRequest(before: string, after: string): Doubt | undefined {
  const command =
    before
      .split(/(?<!\\)\n/)
      .at(-1)!
      .replaceAll('\\\n', ' ') + after.split(/(?<!\\)\n/)[0]!.replaceAll('\\\n', ' ');
  if (!/^\s*(?:[$#>]\s+|[\w-]{1,40}=\$\()?(?:curl|wget|https?|xh)\s/.test(command)) return undefined;
  const hosts = [...command.matchAll(/\bhttps?:\/\/(\[::1\]|[\w.-]{1,200})/g)].map(([, host]) => host!);
  return hosts.length > 0 && hosts.every((host) => ownHosts.has(host))
    ? { limit: 'medium', reason: 'the command asks the own machine alone' }
    : undefined;
}

const ownHosts = new Set(['localhost', '127.0.0.1', '0.0.0.0', '[::1]']);

/** `REACT_APP_SHOP_KEY`: a build puts it into what every browser gets, so that it is a key for browsers or a leak that no commit made; a secret or a password there is a leak. */
export function doubtOfBuild(name: string): Doubt | undefined {
  return /^(?:VITE|REACT_APP|VUE_APP|EXPO_PUBLIC|NUXT_PUBLIC|NEXT_PUBLIC|GATSBY)_\w{0,80}KEY$/.test(name) &&
    !/SECRET|PRIVATE|ADMIN|MASTER|SERVICE/.test(name)
    ? { limit: 'medium', reason: 'a build puts it into what every browser gets' }
    : undefined;
}
