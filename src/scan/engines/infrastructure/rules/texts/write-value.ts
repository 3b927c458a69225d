import type { ExampleChange } from './example-change.ts';
import { withoutExampleNames } from './example-names.ts';

/** A change as it is written in the language of its file: `min_tls_version = "TLS1_2"`, `runAsNonRoot: true`. */
export function writtenChange(pack: string, change: ExampleChange): { code: string; inside: string } {
  const isHcl = pack.startsWith('terraform');
  const keys = change.path.filter((key) => typeof key === 'string');
  const name = keys.at(-1) ?? '';
  const value = change.value === undefined ? change.before : change.value;
  if (name === '') return { code: withoutExampleNames(String(value), ''), inside: '' };
  const block = isHcl && isRecord(value);
  const text = isHcl ? hcl(value, name) : yaml(value, name);
  return {
    code: block ? `${name} ${text}` : isHcl ? `${name} = ${text}` : `${name}: ${text}`,
    inside: insideOf(keys.slice(0, -1)),
  };
}

/** Keys of Kubernetes objects and templates say where; four are enough to find the place. */
function insideOf(keys: readonly string[]): string {
  return keys
    .slice(-4)
    .map((key) => (/^[a-z]\d?$/.test(key) ? '<name>' : key))
    .join('.');
}

function hcl(value: unknown, name: string): string {
  if (Array.isArray(value)) return `[${value.map((item) => hcl(item, name)).join(', ')}]`;
  if (isRecord(value))
    return `{ ${Object.entries(value)
      .map(([key, part]) => (isRecord(part) ? `${key} ${hcl(part, key)}` : `${key} = ${hcl(part, key)}`))
      .join(', ')} }`;
  return typeof value === 'string' ? JSON.stringify(withoutExampleNames(value, name)) : String(value);
}

function yaml(value: unknown, name: string): string {
  if (Array.isArray(value)) return `[${value.map((item) => yaml(item, name)).join(', ')}]`;
  if (isRecord(value))
    return `{ ${Object.entries(value)
      .map(([key, part]) => `${key}: ${yaml(part, key)}`)
      .join(', ')} }`;
  if (typeof value !== 'string') return String(value);
  const text = withoutExampleNames(value, name);
  return /^[\w./-]+$/.test(text) && !/^(true|false|yes|no|on|off|null|[\d.]+)$/i.test(text)
    ? text
    : JSON.stringify(text);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
