import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { lorekeep, startService } from './process.ts';
import { Random } from './random.ts';

export interface KillFigures {
  rounds: number;
  acknowledged: number;
  unknown: number;
  missing: string[];
  doubled: string[];
  failedVerifications: number;
}

/**
 * Starts the service again and again on one folder, makes keys under Idempotency-Keys as fast as it answers, and kills it with -9 at a
 * random moment. Afterwards everything that was acknowledged must be there, once; what was not answered may be there or not,
 * but asking again under the same Idempotency-Key must give exactly one.
 */
export async function runKillRounds(
  dataDir: string,
  rounds: number,
  seed: number,
  onRound: (round: number, acknowledged: number) => void = () => {},
): Promise<KillFigures> {
  const random = new Random(seed);
  const variables = {
    LOREKEEP_DATA_DIR: dataDir,
    LOREKEEP_API_KEYS: 'key_ops',
    LOREKEEP_LOG_LEVEL: 'silent',
  };
  const acknowledged = new Map<string, string>();
  const unknown = new Set<string>();
  let failedVerifications = 0;
  let onAcknowledged = () => {};

  for (let round = 0; round < rounds; round++) {
    const service = await startService(variables);
    // What the last round left open is asked again first.
    for (const name of unknown) {
      const id = await createKey(service.base, name);
      if (id) {
        acknowledged.set(name, id);
        unknown.delete(name);
      }
    }
    let killed = false;
    // After so many writes, wherever the others are then: a slow machine is killed in the middle of work like a fast one.
    const enough = new Promise<void>((resolve) => {
      let left = 1 + random.below(12);
      onAcknowledged = () => {
        left--;
        if (left === 0) resolve();
      };
    });
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; !killed; n++) {
        const name = `r${round}-w${writer}-${n}`;
        unknown.add(name);
        const id = await createKey(service.base, name);
        if (!id) return;
        acknowledged.set(name, id);
        unknown.delete(name);
        onAcknowledged();
      }
    });
    await enough;
    await wait(random.below(20));
    const ended = once(service.child, 'close');
    service.child.kill('SIGKILL');
    killed = true;
    await Promise.all([ended, ...writers]);
    onRound(round + 1, acknowledged.size);
    if (round % 5 === 4 || round === rounds - 1) {
      if ((await lorekeep(['verify'], variables)).code !== 0) failedVerifications++;
    }
  }

  const listed = await lorekeep(['key', 'list', '--json'], variables);
  const names = new Map<string, string[]>();
  for (const { name, id } of JSON.parse(listed.stdout) as Array<{ name: string; id: string }>) {
    names.set(name, [...(names.get(name) ?? []), id]);
  }
  return {
    rounds,
    acknowledged: acknowledged.size,
    unknown: unknown.size,
    missing: [...acknowledged].filter(([name, id]) => !names.get(name)?.includes(id)).map(([name]) => name),
    doubled: [...names].filter(([, ids]) => ids.length > 1).map(([name]) => name),
    failedVerifications,
  };
}

/** The id of the key, or nothing when the service died before it answered. */
async function createKey(base: string, name: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${base}/v1/keys`, {
      method: 'POST',
      headers: {
        Authorization: 'Bearer key_ops',
        'Content-Type': 'application/json',
        'Idempotency-Key': name,
      },
      body: JSON.stringify({ name, scopes: ['memory:read'] }),
    });
    const body = (await response.json()) as { success: boolean; data: { id: string } };
    if (!body.success) throw new Error(`unexpected answer ${response.status}`);
    return body.data.id;
  } catch (error) {
    if ((error as Error).message.startsWith('unexpected')) throw error;
    return undefined;
  }
}
