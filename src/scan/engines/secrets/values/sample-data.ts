import { wordsOf } from './assignment-name.ts';
import type { FileContext } from './file-context.ts';
import type { Doubt } from './surroundings.ts';

/** How much in front of a value may say that it is a part of something made up; more is not read. */
export const maxBefore = 16 * 1024;

/** A value in code that is a part of a sample: what a service would send, written down to show its fields. */
export function doubtOfSample(before: string, after: string): Doubt | undefined {
  if (enclosingNames(before).some(saysSample))
    return { limit: 'medium', reason: 'it is a part of an object that is named after samples' };
  if (
    /(?:^|\n)[^\n]{0,40}\b(?:GET|POST|PUT|PATCH|DELETE) \S{1,200} HTTP\/[12](?:\.[01])?\s/.test(
      before.slice(-800),
    )
  )
    return { limit: 'medium', reason: 'it is a part of a request that is shown' };
  return isRecord(before.slice(-1500), after.slice(0, 1500))
    ? {
        limit: 'medium',
        reason: 'it is a field of a record that was written down, as samples of payloads are',
      }
    : undefined;
}

/** `.example('…`: what a schema shows of a value, whose form it has. */
export function doubtOfShown(before: string): Doubt | undefined {
  return /(?:\.examples?\(\s{0,8}\[?|\bexamples?["']?\s{0,4}[:=]\s{0,4}\[?)\s{0,8}["'`]$/.test(
    before.slice(-60),
  )
    ? { limit: 'medium', reason: 'it is written down as an example' }
    : undefined;
}

/** `Example = '''`, `EXAMPLE = """` and ``example = ` ``: a text of several lines that is still open, and named after samples. */
export function doubtOfText(before: string): Doubt | undefined {
  for (const quote of ["'''", '"""', '`']) {
    const parts = before.split(quote);
    const name =
      parts.length % 2 === 0
        ? /([\w-]{1,60})\s{0,8}[:=]\s{0,8}$/.exec(parts.at(-2)!.slice(-80))?.[1]
        : undefined;
    if (name !== undefined && saysSample(name))
      return { limit: 'medium', reason: 'it is a part of a text that is named after samples' };
  }
  return undefined;
}

function saysSample(name: string): boolean {
  return wordsOf(name).some((word) => sampleWords.has(word));
}

const sampleWords = new Set(
  'sample samples example examples mock mocks mocked fake fakes dummy fixture fixtures stub stubs demo'.split(
    ' ',
  ),
);

/**
 * The names of the objects, lists and calls that are open at the end of a piece of code, from the inside out. Brackets in texts are counted
 * like others: where they do not match, a name too many or too few comes out, which decides about trust and about nothing else.
 */
export function enclosingNames(before: string): string[] {
  const names: string[] = [];
  let closed = 0;
  for (let at = before.length - 1; at >= 0 && names.length < maxNames; at--) {
    const sign = before.charCodeAt(at);
    if (sign === 0x7d || sign === 0x5d || sign === 0x29) closed++;
    else if (sign === 0x7b || sign === 0x5b || sign === 0x28) {
      if (closed > 0) closed--;
      else names.push(...(nameBefore.exec(before.slice(Math.max(0, at - 120), at))?.slice(1, 2) ?? []));
    }
  }
  return names;
}

const maxNames = 12;

/** `name: {`, `name = [`, `const name: Type = {`, `name(`, `"name" => [`. */
const nameBefore = /([A-Za-z_$][\w$]{1,60})["']?(?:\s?:\s?[\w$<>[\]., |]{1,60}\s=|\s?(?::|=>?|:=))?\s{0,4}$/;

/** Two signs of a record at least: when it was made and changed, moments of time, people who are nobody. */
function isRecord(before: string, after: string): boolean {
  const around = before + after;
  const times = around.match(/["'`]\d{4}-\d\d-\d\d[T ]\d\d:\d\d/g)?.length ?? 0;
  const signs = [
    times >= 2,
    /\b(?:created_?at|updated_?at|modified_?at|date_?created)\b/i.test(around),
    /@(?:example|test|domain|email|mail)\.(?:com|org|net|test)\b/i.test(around),
    /["'`](?:john|jane|bob|alice)\b|lorem ipsum|\b555-?\d{4}\b/i.test(around),
  ];
  return signs.filter(Boolean).length >= 2;
}

/**
 * What a log holds, and what a server answered that said when it expires: such tokens were valid for a while. One that gets new tokens lives longer than the answer, which
 * programs keep for it.
 */
export function doubtOfTranscript(name: string, before: string, after: string): Doubt | undefined {
  const lines = before.slice(-4000).split('\n').reverse();
  if (logLine.test(lines[0]!) || lines.filter((line) => logLine.test(line)).length >= 2)
    return { limit: 'medium', reason: 'it stands in a log, whose tokens are mostly expired' };
  if (/refresh/i.test(name)) return undefined;
  return expiresIn.test(before.slice(-400)) || expiresIn.test(after.slice(0, 400))
    ? { limit: 'medium', reason: 'it is a part of an answer that says when it expires' }
    : undefined;
}

/** A date and a time, a time, or the seconds since the start and a word. */
const logLine =
  /^\s{0,8}(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d\b|\d{1,5}\.\d{1,6} [A-Za-z_]+ )/;

const expiresIn = /\bexpires_in\b\\?["']?\s{0,4}[:=]\s{0,4}["']?\d/;

/**
 * What a value is set for: passwords and the program's own secrets on the machine of a developer, or in a build that starts the program for its tests. What others issued is
 * theirs there as well.
 */
export function doubtOfSetup(setup: FileContext['setup'], name: string): Doubt | undefined {
  const words = wordsOf(name).slice(-3);
  if (setup === undefined || words.some((word, at) => issued.has(word) && !isMadeWith(words, at)))
    return undefined;
  if (setup === 'development')
    return { limit: 'medium', reason: 'the file is named after development, where values are made up' };
  return isOwnSecret(words)
    ? { limit: 'medium', reason: 'a build starts a program with it, which needs some value' }
    : undefined;
}

/** `TOKEN_SECRET_KEY`: what the program makes its own tokens with, and no token. */
function isMadeWith(words: readonly string[], at: number): boolean {
  return words[at] === 'token' && words.slice(at + 1).join(' ') === 'secret key';
}

/** A secret of the program's own beside the address of this machine as the one that people reach the program at. */
export function doubtOfOwnMachine(name: string, around: string): Doubt | undefined {
  return isOwnSecret(wordsOf(name).slice(-3)) && ownAddress.test(around)
    ? { limit: 'medium', reason: 'the program is set up to be reached at the own machine alone' }
    : undefined;
}

/** A secret of the program's own in a file of settings that says that it sets up an environment for development or tests: `NODE_ENV=development`, `APP_ENV=dev`. */
export function doubtOfEnvironment(name: string, file: string): Doubt | undefined {
  return isOwnSecret(wordsOf(name).slice(-3)) && developersEnvironment.test(file)
    ? { limit: 'medium', reason: 'the file sets up an environment for development' }
    : undefined;
}

const developersEnvironment =
  /^[ \t]{0,20}(?:export[ \t]+|-[ \t]+)?["']?(?:(?:APP|NODE|RAILS|RACK|FLASK|DJANGO|SYMFONY|SPRING|HANAMI|MIX|QUARKUS|LARAVEL|ASPNETCORE|DOTNET)_(?:ENV|ENVIRONMENT|PROFILES_ACTIVE)|ENVIRONMENT)["']?[ \t]{0,4}[:=][ \t]{0,4}["']?(?:dev|development|local|test|testing)["']?[ \t]*,?[ \t]*$/im;

/** `sso.clientSecret` next to `sso.endpoint = http://localhost:8000`: what a client shows to a service that everybody starts on the own machine. */
export function doubtOfLocalService(name: string, around: string): Doubt | undefined {
  const group = /^([\w.-]{2,60}?)[._-]?client[._-]?secret$/i.exec(name)?.[1]?.toLowerCase();
  if (group === undefined) return undefined;
  for (const [, owner] of around.matchAll(localAddress))
    if (owner!.toLowerCase() === group)
      return { limit: 'medium', reason: 'it is for a service that is started on the own machine' };
  return undefined;
}

const localAddress =
  /^[ \t]{0,20}([\w.-]{2,60}?)[._-]?(?:endpoint|issuer|authority|host|server|address|(?:base|issuer|auth|server|token)?[._-]?ur[il])[ \t]{0,4}[:=][ \t]{0,4}["']?https?:\/\/(?:localhost|127\.0\.0\.1)\b/gim;

/** Services that are published to the own machine alone, all of them: a developer starts them together. */
export function doubtOfLocalPorts(text: string): Doubt | undefined {
  if (!/^services:\s*$/m.test(text)) return undefined;
  const published =
    text.match(/^[ \t]+-[ \t]+["']?(?:\[?[\da-f.:]+\]?:|localhost:)?\d+(?:-\d+)?:\d+/gim) ?? [];
  return published.length > 0 &&
    published.every((line) => /-\s+["']?(?:127\.|\[?::1\]?:|localhost:)/.test(line))
    ? { limit: 'medium', reason: 'its services are published to the own machine alone' }
    : undefined;
}

/** A secret of the program's own for services that a Compose file starts together: whoever tries the program out needs some value, and whoever runs it sets another one. */
export function doubtOfServices(name: string, text: string): Doubt | undefined {
  const isCompose = /^services:\s*$/m.test(text) && /^[ \t]+(?:image|build):/m.test(text);
  return isCompose && isOwnSecret(wordsOf(name).slice(-3))
    ? { limit: 'medium', reason: 'a Compose file starts the program with it, which needs some value' }
    : undefined;
}

/** `${INNER_API_KEY:-…}` in a Compose file: what its services share where whoever runs them has set nothing else. */
export function doubtOfFallback(before: string, after: string, text: string): Doubt | undefined {
  const isCompose = /^services:\s*$/m.test(text) && /^[ \t]+(?:image|build):/m.test(text);
  return isCompose && before.endsWith('${') && after.startsWith('}')
    ? { limit: 'medium', reason: 'a Compose file takes it where nothing else was set' }
    : undefined;
}

const ownAddress =
  /(?:site|app|base|public|external|root|home|frontend|callback|redirect)[_-]?ur[il]["']?\s{0,4}[:=]\s{0,4}["']?https?:\/\/(?:localhost|127\.0\.0\.1)\b/i;

const issued = new Set(
  'api apikey access client token pat consumer storage account webhook aws bearer deploy service subscription license'.split(
    ' ',
  ),
);

/** A secret that a program keeps for itself, such as the key of its cookies. */
export function isOwnSecret(words: readonly string[]): boolean {
  const last = words.at(-1);
  if (last === 'secret' || (last === 'base' && words.includes('secret'))) return true;
  return words.slice(0, -1).some((word) => ownWords.has(word));
}

const ownWords = new Set(
  'secret encrypt encryption signing cookie session jwt app auth hash master'.split(' '),
);
