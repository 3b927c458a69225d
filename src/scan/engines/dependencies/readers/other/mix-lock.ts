import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';

/** `mix.lock` of Elixir: a map of Erlang terms, one package a line. */
export const readMixLock: ReadFile = (text) => {
  const collector = new DependencyCollector('Hex');
  const positions = new Map<string, number>();
  const needs: Array<[from: number, line: string]> = [];
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.slice(0, 20_000);
    const match = /^\s*"([^"]+)":\s*\{:(hex|git),\s*(?::"?([\w.-]+)"?,\s*)?"([^"]+)"/.exec(line);
    if (!match) continue;
    const isHex = match[2] === 'hex';
    const position = collector.add({
      name: match[3] ?? match[1]!,
      version: isHex ? match[4]! : '',
      line: index + 1,
      ...(isHex ? {} : { source: 'git' as const }),
    });
    if (position === undefined) continue;
    positions.set(match[1]!, position);
    needs.push([position, line.slice(match[0].length)]);
  }
  for (const [from, rest] of needs) {
    for (const each of rest.matchAll(/\{:(\w+), "([^"]*)"/g))
      collector.link(from, positions.get(each[1]!), each[2]);
  }
  collector.markUnneededAsDirect();
  return collector.finish();
};
