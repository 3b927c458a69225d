import type { NameKind } from '../assignment-name.ts';
import type { Doubt } from '../surroundings.ts';

/** Values that begin alike by chance are one in a million with four characters. */
const minAlike = 4;
const minOthers = 2;

/**
 * `"Secret": "LA_kwDO1"` between `"License": "LA_kwDO2"` and `"Kubernetes": "LA_kwDO3"`: identifiers of one kind, of which one is called like a secret. The lines next to
 * it must hold values of the same beginning and length under names that hold none.
 */
export function doubtOfAlike(
  value: string,
  before: string,
  after: string,
  kindOfName: (name: string) => NameKind | undefined,
): Doubt | undefined {
  const lines = [...before.split('\n').slice(-7, -1), ...after.split('\n').slice(1, 7)];
  const start = value.slice(0, minAlike);
  let others = 0;
  for (const line of lines) {
    const [, name, other] = entry.exec(line) ?? [];
    if (name === undefined || other === undefined || other === value) continue;
    if (!other.startsWith(start) || Math.abs(other.length - value.length) > value.length / 2) continue;
    if (kindOfName(name) !== undefined) return undefined;
    others++;
  }
  return others >= minOthers
    ? { limit: 'medium', reason: 'it is one of a list of identifiers, as the values next to it' }
    : undefined;
}

/** `"name": "value",` and `name = value`, alone on a line. */
const entry =
  /^\s*(?:- )?["']?([A-Za-z][\w .-]{0,60})["']?\s{0,4}(?::|=>?)\s{0,4}["']?([\w+/=.-]{8,200})["']?,?\s*$/;
