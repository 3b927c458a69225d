import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeBody } from '../../src/contract/memory-schemas.ts';
import { checker } from '../../src/contract/validation.ts';
import { parseStrictJson } from '../../src/kernel/strict-json.ts';

/**
 * What a body costs the service. Refused ones are sent to a real service in a process of its own, which tells how much processor time it spent and how much
 * its memory grew (bars: 50 ms and 64 MB, beyond what receiving as many bytes costs, which is measured with bodies that are refused at once). Accepted ones are read and checked here, beside `JSON.parse` of the
 * same bytes (bar: 1.5 times as long).
 */
const megabyte = 1024 * 1024;
const limit = 8 * megabyte;

const refused: Record<string, string> = {
  'empty entries, 400,000': entries('{}', 400_000),
  'empty entries, 8 MB': entries('{}', limit / 3 - 20),
  'wrong entries, 99,000': entries('1', 99_000),
  'nested arrays, 8 MB': `${'['.repeat(limit / 2 - 1)}${']'.repeat(limit / 2 - 1)}`,
  'blanks, 8 MB': `{"namespace":"a",${' '.repeat(limit - 40)}"entries":1}`,
  'one number, 8 MB': `{"namespace":"a","entries":${'1'.repeat(limit - 40)}}`,
  'escaped quotes, 8 MB': `{"namespace":"a","x":"${'\\"'.repeat(limit / 2 - 40)}"}`,
  'escapes, 8 MB': `{"namespace":"a","x":"${'\\u00e9'.repeat(limit / 6 - 40)}"}`,
  'surrogate escapes, 8 MB': `{"namespace":"a","x":"${'\\ud83d\\ude00'.repeat(limit / 12 - 40)}"}`,
  'NUL escapes, 8 MB': `{"namespace":"a","x":"${'\\u0000'.repeat(limit / 6 - 40)}"}`,
  'new lines, 8 MB': `{"namespace":"a","x":"${'\\n'.repeat(limit / 2 - 40)}"}`,
  'a text of 8 MB in two-byte characters': `{"namespace":"a","x":"${'漢'.repeat(limit / 3 - 40)}"}`,
  'objects of all shapes, 19,900 keys': `{"namespace":"a","entries":[${shapes(4_970)}]}`,
  'objects of all shapes and 7 MB of escapes': `{"namespace":"a","x":"${'\\n'.repeat(3.5 * megabyte)}","entries":[${shapes(4_970)}]}`,
  'one object of 19,900 keys': `{"namespace":"a",${pairs(19_900)}}`,
  'one object of 600,000 keys': `{"namespace":"a",${pairs(600_000)}}`,
  'a key twice among 19,900': `{"namespace":"a",${pairs(19_900)},"k7":1}`,
  'long numbers, 90,000': entries('1234567890123456789', 90_000),
  'long fractions, 90,000': entries('0.12345678901234567', 90_000),
  'names of a megabyte': `{"namespace":"a",${pairs(7, 'n'.repeat(megabyte))}}`,
  'metadata that is too large': entries(`{"content":"x","metadata":{"a":"${'x'.repeat(30_000)}"}}`, 250),
  'the last of 256 entries wrong': `{"namespace":"a","entries":[${repeat(`{"content":"${'x'.repeat(30_000)}"}`, 255)},{}]}`,
};

const accepted: Record<string, string> = {
  'chat, 256 messages': JSON.stringify({ namespace: 'a', entries: list(256, (i) => message(i)) }),
  'long contents, 8 MB': JSON.stringify({
    namespace: 'a',
    entries: list(256, (i) => ({ content: `${'lorem ipsum dolor sit amet '.repeat(1_150)}${i}` })),
  }),
  'long contents in two-byte characters, 7 MB': JSON.stringify({
    namespace: 'a',
    entries: list(256, (i) => ({ content: `${'漢字かな交じり文'.repeat(1_200)}${i}` })),
  }),
  'metadata of 76 keys': JSON.stringify({
    namespace: 'a',
    entries: list(256, (i) => ({
      content: 'x',
      metadata: Object.fromEntries(list(76, (j) => [`key_number_${j}`, `value ${i} ${j}`])),
    })),
  }),
  'emoji as escapes, as writers of plain ASCII send them': JSON.stringify({
    namespace: 'a',
    entries: list(256, (i) => ({ ...message(i), content: `${message(i).content} 😀😀😀` })),
  }).replaceAll('😀', '\\ud83d\\ude00'),
  'metadata with numeric ids': JSON.stringify({
    namespace: 'a',
    entries: list(256, (i) => ({ ...message(i), metadata: { ...message(i).metadata, id: 1 } })),
  }).replaceAll('"id":1', '"id":1234567890123456789'),
};

const service = await startService();
await repeatedly(20, () => send(service, atOnce(limit)));
const result = {
  refused: await measureAll(refused, measureRefused),
  accepted: await measureAll(accepted, measureAccepted),
};
service.child.disconnect();
console.table(result.refused);
console.table(result.accepted);
const results = new URL('../results/', import.meta.url);
mkdirSync(results, { recursive: true });
writeFileSync(new URL('http-bodies.json', results), `${JSON.stringify(result, null, 2)}\n`);

async function measureAll<Figures>(
  bodies: Record<string, string>,
  measure: (body: string) => Promise<Figures> | Figures,
): Promise<Record<string, Figures>> {
  const all: Record<string, Figures> = {};
  for (const [name, body] of Object.entries(bodies)) all[name] = await measure(body);
  return all;
}

/** In turns, so that the noise of the machine falls on both. */
async function measureRefused(body: string) {
  const received: Figures[] = [];
  const all: Figures[] = [];
  for (let turn = 0; turn < 9; turn++) {
    received.push(await send(service, atOnce(Buffer.byteLength(body))));
    all.push(await send(service, body));
  }
  const figures = least(all);
  const receiving = least(received);
  return {
    megabytes: rounded(Buffer.byteLength(body) / megabyte, 1),
    status: figures.status,
    receivingMs: rounded(receiving.cpuMs, 1),
    refusingMs: rounded(figures.cpuMs - receiving.cpuMs, 1),
    grownMb: rounded(figures.grownMb, 1),
    responseBytes: figures.responseBytes,
  };
}

function measureAccepted(body: string) {
  const bytes = Buffer.from(body);
  const check = checker(writeBody);
  const [plain, whole] = cpuMs([() => JSON.parse(bytes.toString()), () => check(parseStrictJson(bytes))]) as [
    number,
    number,
  ];
  return {
    megabytes: rounded(bytes.length / megabyte, 2),
    parseMs: rounded(plain, 2),
    readMs: rounded(whole, 2),
    ratio: rounded(whole / plain, 2),
  };
}

/** The median of many runs of each, in turns, so that the noise of the machine and its collections of garbage fall on all. */
function cpuMs(works: readonly (() => unknown)[]): number[] {
  const runs = works.map((): number[] => []);
  for (let turn = 0; turn < 400; turn++) {
    for (const [i, work] of works.entries()) {
      const before = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(before);
      runs[i]!.push((user + system) / 1_000);
    }
  }
  return runs.map((all) => all.toSorted((a, b) => a - b)[all.length / 2]!);
}

interface Figures {
  status: number;
  responseBytes: number;
  cpuMs: number;
  grownMb: number;
}

interface Service {
  child: ChildProcess;
  port: number;
  authorization: string;
}

async function startService(): Promise<Service> {
  const child = fork(fileURLToPath(new URL('./servers.ts', import.meta.url)), ['lorekeep'], {
    execArgv: ['--expose-gc'],
  });
  const [told] = (await once(child, 'message')) as [{ port: number; authorization: string }];
  return { child, ...told };
}

async function send({ child, port, authorization }: Service, body: string): Promise<Figures> {
  const before = await usageOf(child, 'begin');
  const response = await fetch(`http://127.0.0.1:${port}/v1/memory/entries`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body,
  });
  const text = await response.text();
  const after = await usageOf(child, 'end');
  return {
    status: response.status,
    responseBytes: Buffer.byteLength(text),
    cpuMs: 1_000 * (after.cpuSeconds - before.cpuSeconds),
    grownMb: (after.peakBytes - before.residentBytes) / megabyte,
  };
}

async function usageOf(child: ChildProcess, question: 'begin' | 'end') {
  child.send(question);
  const [usage] = await once(child, 'message');
  return usage as { cpuSeconds: number; residentBytes: number; peakBytes: number };
}

function least(runs: Figures[]): Figures {
  return {
    ...runs[0]!,
    cpuMs: Math.min(...runs.map((run) => run.cpuMs)),
    grownMb: Math.min(...runs.map((run) => run.grownMb)),
  };
}

async function repeatedly<Result>(times: number, work: () => Promise<Result>): Promise<Result[]> {
  const all: Result[] = [];
  for (let i = 0; i < times; i++) all.push(await work());
  return all;
}

/** Too deep from the start. */
function atOnce(bytes: number): string {
  return '['.repeat(bytes);
}

function entries(item: string, count: number): string {
  return `{"namespace":"a","entries":[${repeat(item, count)}]}`;
}

function repeat(item: string, count: number): string {
  return `${`${item},`.repeat(count - 1)}${item}`;
}

function shapes(count: number): string {
  return list(count, (i) => `{"a${i}":1,"b${i}":2,"c${i}":3,"d${i}":4}`).join();
}

function pairs(count: number, name = 'k'): string {
  return list(count, (i) => `"${name}${i}":1`).join();
}

function list<Item>(length: number, make: (i: number) => Item): Item[] {
  return Array.from({ length }, (_, i) => make(i));
}

function message(i: number) {
  return {
    content: `The user said that they like tea in the morning, and this is message number ${i}. It was in spring.`,
    metadata: { user: 'ada', session: 's-123456', role: 'user', turn: i, tags: ['a', 'b'], ok: true },
  };
}

function rounded(value: number, places: number): number {
  return Number(value.toFixed(places));
}
