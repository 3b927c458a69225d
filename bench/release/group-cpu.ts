import { readdirSync, readFileSync } from 'node:fs';

/** CPU seconds of a process group so far, with those of its processes that have ended (Linux; 100 ticks per second there). */
export function groupCpuSeconds(group: number): number {
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = statOf(pid);
    // Fields 5 (group) and 14 to 17 (own and children's time) of proc(5), counted from the third.
    if (Number(fields[2]) === group)
      ticks += fields.slice(11, 15).reduce((sum, value) => sum + Number(value), 0);
  }
  return ticks / 100;
}

function statOf(pid: string): string[] {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ');
  } catch (error) {
    // It ended since the folder was listed.
    if (
      (error as NodeJS.ErrnoException).code === 'ENOENT' ||
      (error as NodeJS.ErrnoException).code === 'ESRCH'
    )
      return [];
    throw error;
  }
}
