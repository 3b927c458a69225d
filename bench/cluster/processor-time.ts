import { readFileSync } from 'node:fs';

const microsPerTick = 10_000;

/** Processor time that a process and its children have used, those that ended included where it has waited for them. Linux. */
export function cpuMicrosOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean);
  const own = ticksOf(String(pid), true);
  return [own, ...children.map((child) => ticksOf(child, false))].reduce((a, b) => a + b) * microsPerTick;
}

function ticksOf(pid: string, withEnded: boolean): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  return user + system + (withEnded ? endedUser + endedSystem : 0);
}
