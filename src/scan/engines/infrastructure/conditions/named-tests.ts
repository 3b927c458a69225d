import {
  type ConfigNode,
  child,
  entries,
  isTrue,
  items,
  type MappingEntry,
  text,
} from '../../../formats/document/node.ts';
import { looksLikeSecretName, looksLikeSecretValue, repeatsName } from './literal-secret.ts';
import type { NamedTest, TestArgument } from './named-test.ts';
import { type Evidence, leaves, type Verdict } from './path-values.ts';
import { policyTests } from './policy-tests.ts';

const worldAddresses = new Set(['*', 'any', 'internet', '0.0.0.0', '<nw>/0', '/0']);

/** What a comparison of values cannot say. The arguments are what is at a path, or plain values. */
export const namedTests: Readonly<Record<string, NamedTest>> = {
  /** Some address range of the list is the whole internet. */
  world: ([addresses]) => some(addresses, isWorld),
  /** The range from–to (or the protocol "all") includes the port. */
  portOpen: ([from, to, port]) => portInside(from, to, Number(port)),
  /** A list of ports or ranges such as "22", "20-25" or "*" includes the port. */
  portIn: ([ports, port]) => some(ports, (value) => rangeIncludes(value, Number(port))),
  /** Both paths hold the same text. */
  sameText: ([left, right]) => sameText(left, right),
  /** Some of the texts is a secret written in clear, not a reference or a placeholder. */
  literalSecret: ([value]) => some(value, looksLikeSecretValue),
  /** Some key of the mapping names a secret and its value is written in clear. */
  secretEntry: ([mappings]) => secretEntry(mappings),
  /** The same, of a server that a job starts for itself and throws away (`POSTGRES_PASSWORD`). */
  jobServerSecret: ([mappings]) => secretEntry(mappings, isOfJobServer),
  /** The same, of anything else. */
  lastingSecret: ([mappings]) => secretEntry(mappings, (key) => !isOfJobServer(key)),
  /** A name and a value that belong together are a secret written in clear. */
  secretPair: ([name, value]) => secretPair(name, value),
  /** A Kubernetes secret holds real values, in clear or in base64. */
  secretData: ([mappings]) => secretData(mappings),
  /** Some mount of the list is of a host path and may be written. */
  mountsHostPath: ([mounts, volumes]) => mountsHostPath(mounts, volumes),
  /** A list that is there and empty, or holds an empty alternative: no authentication. */
  securityEmpty: ([value]) => securityEmpty(value),
  ...policyTests,
};

/** A mask of no bits leaves every address in, whichever is written in front of it; one of a single bit is how halves of the internet get past a check. */
function isWorld(address: string): boolean {
  const lower = address.toLowerCase();
  return worldAddresses.has(lower) || /^[\d.]{7,15}\/[01]$|^[\da-f:]{2,39}\/[01]$/.test(lower);
}

function some(argument: TestArgument | undefined, fits: (value: string) => boolean): Verdict {
  if (typeof argument !== 'object') return false;
  const { scalars, uncertain } = leaves(argument);
  if (scalars.some((node) => fits(text(node) ?? ''))) return true;
  return uncertain ? undefined : false;
}

function sameText(left: TestArgument | undefined, right: TestArgument | undefined): Verdict {
  if (typeof left !== 'object' || typeof right !== 'object') return false;
  const [a] = left.nodes;
  const [b] = right.nodes;
  if (!a || !b) return false;
  const words = (node: ConfigNode) => (node.kind === 'unknown' ? node.text : text(node));
  const [first, second] = [words(a), words(b)];
  if (!first || !second) return undefined;
  return first === second;
}

function firstNumber(argument: TestArgument | undefined): number | 'missing' | 'unknown' {
  if (typeof argument !== 'object') return 'missing';
  const { scalars, uncertain } = leaves(argument);
  const value = Number(text(scalars[0]));
  if (scalars.length > 0 && !Number.isNaN(value)) return value;
  return uncertain ? 'unknown' : 'missing';
}

function portInside(from: TestArgument | undefined, to: TestArgument | undefined, port: number): Verdict {
  const low = firstNumber(from);
  const high = firstNumber(to);
  if (low === 'unknown' || high === 'unknown') return undefined;
  if (low === 'missing') return false;
  const top = high === 'missing' ? low : high;
  // 0 to 0 with all protocols is how "everything" is written; -1 stands for kinds of ICMP messages, or next to a protocol of -1.
  if (low === 0 && (top === 0 || top === -1)) return true;
  return low <= port && port <= top;
}

function rangeIncludes(value: string, port: number): boolean {
  if (value === '*' || value.toLowerCase() === 'any') return true;
  return value.split(',').some((part) => {
    const [low = '', high = low] = part.trim().split('-');
    return low !== '' && Number(low) <= port && port <= Number(high);
  });
}

function secretEntry(
  argument: TestArgument | undefined,
  wants: (key: string) => boolean = () => true,
): Verdict | { places: Evidence[] } {
  if (typeof argument !== 'object') return false;
  let uncertain = argument.uncertain;
  const visit = (node: ConfigNode): MappingEntry[] => {
    if (node.kind === 'unknown') uncertain = true;
    if (node.kind === 'sequence') return node.items.flatMap(visit);
    return entries(node).filter(
      (entry) =>
        entry.value.kind === 'scalar' &&
        looksLikeSecretName(entry.key) &&
        looksLikeSecretValue(text(entry.value) ?? '') &&
        wants(entry.key),
    );
  };
  const found = argument.nodes.flatMap(visit);
  if (found.length > 0) return { places: found.map(placeOf) };
  return uncertain ? undefined : false;
}

/** What images of databases and queues call the password that they are to start with. */
function isOfJobServer(key: string): boolean {
  return /(?:^|_)(?:POSTGRES(?:QL)?|PG|MYSQL|MARIADB|MONGO(?:DB)?|MSSQL|SA|REDIS|RABBITMQ|ELASTIC(?:SEARCH)?|CLICKHOUSE|MINIO)_(?:\w+_)?(?:PASS|PASSWORD|PWD)$/i.test(
    key,
  );
}

function placeOf(entry: MappingEntry): Evidence {
  return { line: entry.line, endLine: entry.line };
}

function secretPair(name: TestArgument | undefined, value: TestArgument | undefined): Verdict {
  if (typeof name !== 'object' || typeof value !== 'object') return false;
  const key = text(name.nodes[0]) ?? '';
  const [node] = value.nodes;
  if (!node) return value.uncertain ? undefined : false;
  const literal = text(node) ?? '';
  return (
    node.kind === 'scalar' &&
    looksLikeSecretName(key) &&
    looksLikeSecretValue(literal) &&
    !repeatsName(key, literal)
  );
}

function secretData(argument: TestArgument | undefined): Verdict | { places: Evidence[] } {
  if (typeof argument !== 'object') return false;
  const found = argument.nodes.flatMap(entries).filter((entry) => {
    const value = text(entry.value) ?? '';
    const plain = decodeBase64(value) ?? value;
    return (
      plain.length >= 6 &&
      looksLikeSecretValue(plain.trim()) &&
      !/^(https?:|git@|ssh:|\d+$)/.test(plain) &&
      isKept(entry.key, plain) &&
      !namesAFile(entry.key)
    );
  });
  return found.length > 0 ? { places: found.map(placeOf) } : false;
}

/** Secrets of Kubernetes also hold settings next to what is secret: of a name that says nothing the value has to look like a credential. */
function isKept(key: string, value: string): boolean {
  if (looksLikeSecretName(key) || /key|pass|secret|token|cred|auth|dsn/i.test(key)) return true;
  if (/-----BEGIN/.test(value)) return true;
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  return /[^\w.:/@ -]/.test(value) || (value.length >= 12 && !/^[\w-]+(?:\.[\w-]+)+$/.test(value));
}

function namesAFile(key: string): boolean {
  return (
    /\.(crt|pem|cert|ya?ml|json|conf|sh|txt|properties)$/.test(key) ||
    /^(ca|tls)\.crt$|user(name)?$|host$|port$|^(type|provider|database|dbname|db|name|region|bucket|endpoint|email)$|[_-](name|id|region|bucket|endpoint|type|version)$/i.test(
      key.replace(/([a-z])([A-Z])/g, '$1_$2'),
    )
  );
}

function decodeBase64(value: string): string | undefined {
  if (value.length < 8 || !/^[A-Za-z0-9+/]+={0,2}$/.test(value) || value.length % 4 !== 0) return undefined;
  const decoded = Buffer.from(value, 'base64').toString('utf8');
  return /^[\x09\x0a\x0d\x20-\x7e]+$/.test(decoded) ? decoded : undefined;
}

function mountsHostPath(mounts: TestArgument | undefined, volumes: TestArgument | undefined): Verdict {
  if (typeof mounts !== 'object' || typeof volumes !== 'object') return false;
  const hostVolumes = new Set(
    volumes.nodes
      .flatMap(items)
      .flatMap((volume) => (child(volume, 'hostPath') ? [text(child(volume, 'name')) ?? ''] : [])),
  );
  return mounts.nodes
    .flatMap(items)
    .some(
      (mount) => hostVolumes.has(text(child(mount, 'name')) ?? '\0') && !isTrue(child(mount, 'readOnly')),
    );
}

function securityEmpty(argument: TestArgument | undefined): Verdict {
  if (typeof argument !== 'object') return false;
  return argument.nodes.some(
    (node) =>
      node.kind === 'sequence' &&
      (node.items.length === 0 ||
        node.items.some((item) => item.kind === 'mapping' && item.entries.length === 0)),
  );
}
