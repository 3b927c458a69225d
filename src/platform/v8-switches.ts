import { setFlagsFromString } from 'node:v8';

/** Switches of V8 that were turned off here; all of them are on by default. */
const off = new Set<string>();

export function turnOff(switches: readonly string[]): void {
  for (const each of switches) {
    off.add(each);
    setFlagsFromString(`--no-${each}`);
  }
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
}
