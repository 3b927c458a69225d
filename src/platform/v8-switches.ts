import { setFlagsFromString } from 'node:v8';

/** Switches of V8 that were turned off here; all of them are on by default. */
const off = new Set<string>();

/** Numbers that were changed here, with what they were at the start. */
const changed = new Map<string, number>();

export function turnOff(switches: readonly string[]): void {
  for (const each of switches) {
    off.add(each);
    setFlagsFromString(`--no-${each}`);
  }
}

/** Sets a number of V8's, which cannot be asked for what it is by default. */
export function set(name: string, value: number, byDefault: number): void {
  changed.set(name, byDefault);
  setFlagsFromString(`--${name}=${value}`);
}

function turnOn(switches: readonly string[]): void {
  for (const each of switches) {
    off.delete(each);
    setFlagsFromString(`--${each}`);
  }
}

export function isOff(name: string): boolean {
  return off.has(name);
}

/** Turns off for a while what is not off already. */
export function without<T>(switches: readonly string[], run: () => T): T {
  const changed = switches.filter((each) => !off.has(each));
  turnOff(changed);
  try {
    return run();
  } finally {
    turnOn(changed);
  }
}

/** As it was at the start: what V8 compiles it takes back only under the same switches. */
export function turnAllOn(): void {
  turnOn([...off]);
  for (const [name, byDefault] of changed) setFlagsFromString(`--${name}=${byDefault}`);
  changed.clear();
}
