/** MyBatis keeps most statements in XML files next to the code. */
export function isMapperFile(path: string): boolean {
  return /mapper[^/]*\.xml$|\/(?:mappers?|mybatis|sqlmaps?)\/[^/]+\.xml$/i.test(path);
}

export const substitutionRule = 'java-mybatis-substitution';

/** A place where text is put into a statement as it is, and the name of the statement. */
export interface Substitution {
  readonly start: number;
  readonly end: number;
  readonly code: string;
  readonly scope: string;
}

/** The places of a mapper where `${…}` puts text into a statement as it is. */
export function findSubstitutions(text: string): Substitution[] {
  if (!text.includes('<mapper')) return [];
  return statements(text).flatMap(({ name, start, body }) =>
    [...body.matchAll(/\$\{([^{}]{1,100})\}/g)]
      .filter(([, inside]) => !/^ew\./.test(inside!))
      .slice(0, maxPlaces)
      .map((match) => {
        const from = start + match.index;
        return { start: from, end: from + match[0].length, code: match[0], scope: name };
      }),
  );
}

interface Statement {
  name: string;
  start: number;
  body: string;
}

/** Found by looking for the end from each beginning on, once: a file of nothing but beginnings takes no longer. */
function statements(whole: string): Statement[] {
  const text = withoutComments(whole);
  const found: Statement[] = [];
  const beginning = /<(select|insert|update|delete)\b/g;
  for (let match = beginning.exec(text); match; match = beginning.exec(text)) {
    const start = match.index;
    const end = text.indexOf(`</${match[1]}`, start);
    if (end < 0) break;
    const body = text.slice(start, end);
    found.push({ name: /\bid="([\w.]{1,100})"/.exec(body)?.[1] ?? '', start, body });
    beginning.lastIndex = end;
  }
  return found;
}

/** Blanks in the place of comments, so that offsets stay what they are. */
function withoutComments(text: string): string {
  let plain = '';
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf('<!--', at);
    if (start < 0) return plain + text.slice(at);
    const end = text.indexOf('-->', start);
    const next = end < 0 ? text.length : end + '-->'.length;
    plain += text.slice(at, start) + ' '.repeat(next - start);
    at = next;
  }
  return plain;
}

const maxPlaces = 50;
