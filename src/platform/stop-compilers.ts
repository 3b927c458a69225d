import { isOff, set, turnOff } from './v8-switches.ts';

/** Tiers that pay off only for code that runs for seconds. */
const tiers = [
  'opt',
  'maglev',
  'sparkplug',
  'wasm-tier-up',
  'wasm-dynamic-tiering',
  'regexp-peephole-optimization',
];

/**
 * From now on V8 interprets. For a process that ends in less than a second: compiling took a quarter of its CPU time and gave less back. Set here and
 * not on the command line, where flags would also make Node's own compiled modules and ours useless. Measured with this Node: another one may not know them.
 */
export function stopCompilers(): void {
  if (!process.versions.node.startsWith('24.')) return;
  turnOff(tiers);
  // Most patterns are tried on a few short names: V8 compiled each of them to machine code when it ran for the second time. On a long text it still does.
  set('regexp-tier-up-ticks', 100, 1);
}

export function areCompilersStopped(): boolean {
  return isOff('opt');
}
