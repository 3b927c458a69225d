import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { metadataFilter } from '../../src/memory/filter.ts';
import { createIndexFactory } from '../../src/memory/index/index-factory.ts';
import { anna, openMemory } from '../memory/harness.ts';
import { type Effect, embedderOf, importBatch, killOptions, lanes, randomOf } from './memory-model.ts';

/**
 * Works on a data folder as fast as it can until it is killed. It says what it is about to do, and that it was done, in lines on its
 * output: `{ lane, begin }` before and `{ lane, done: true }` after each operation. Lanes run at the same time, each one step by step.
 */
const [path, seed, model, otherModel] = process.argv.slice(2) as [string, string, string, string];
const harness = await openMemory({
  ...killOptions,
  path,
  indexes: await createIndexFactory(1),
  embedder: embedderOf(model),
  others: [embedderOf(otherModel)],
});
// It never ends in good order, which is when Node would keep what it compiled for the next one.
flushCompileCache();
const { memory, transfer, upkeep } = harness;
const say = (value: object): void => {
  writeSync(1, `${JSON.stringify(value)}\n`);
};
upkeep.start();
await Promise.all(lanes.map(work));

async function work(lane: string, number: number): Promise<void> {
  const random = randomOf(Number(seed) * 31 + number);
  const known = new Map<string, { id: string; version: number }>();
  for await (const entry of transfer.export(anna, lane)) {
    known.set(String(entry.metadata['key']), { id: entry.id, version: Number(entry.metadata['version']) });
  }
  let fresh = 0;
  const newKey = (): string => `${seed}-${number}-${fresh++}`;
  const anyKey = (): string | undefined => [...known.keys()][Math.floor(random() * known.size)];
  const step = async (effect: Effect, run: () => Promise<unknown>): Promise<void> => {
    say({ lane, begin: effect });
    await run();
    say({ lane, done: true });
  };

  for (;;) {
    const dice = random();
    const key = anyKey();
    if (dice < 0.45 || key === undefined) {
      const keys = Array.from({ length: 1 + Math.floor(random() * 8) }, newKey);
      const entries = keys.map((of) => entryOf(of, 1));
      await step({ batches: [keys.map((of) => [of, 1])] }, async () => {
        const { ids } = await memory.write(anna, { namespace: lane, entries });
        for (const [i, id] of ids.entries()) known.set(keys[i]!, { id, version: 1 });
      });
    } else if (dice < 0.55) {
      const { version } = known.get(key)!;
      await step({ batches: [[[key, version + 1]]] }, async () => {
        // By its externalId: the same as a write of a new one beside it, in one transaction.
        const { ids } = await memory.write(anna, { namespace: lane, entries: [entryOf(key, version + 1)] });
        known.set(key, { id: ids[0]!, version: version + 1 });
      });
    } else if (dice < 0.65) {
      const { id, version } = known.get(key)!;
      const { content, metadata } = entryOf(key, version + 1);
      await step({ batches: [[[key, version + 1]]] }, () => memory.update(anna, id, { content, metadata }));
      known.set(key, { id, version: version + 1 });
    } else if (dice < 0.8) {
      await step({ batches: [[[key, 0]]] }, () => memory.delete(anna, known.get(key)!.id));
      known.delete(key);
    } else if (dice < 0.88) {
      const bucket = Math.floor(random() * 4);
      const gone = [...known.keys()].filter((of) => bucketOf(of) === bucket);
      await step({ batches: [gone.map((of) => [of, 0])], inPages: true }, () =>
        memory.deleteMany(anna, { namespace: lane, filter: metadataFilter({ bucket }), dryRun: false }),
      );
      for (const of of gone) known.delete(of);
    } else if (dice < 0.95) {
      const keys = Array.from({ length: importBatch + 40 }, newKey);
      const source = async function* () {
        for (const [i, of] of keys.entries()) yield { ...entryOf(of, 1), line: i + 1 };
      };
      const batches = [keys.slice(0, importBatch), keys.slice(importBatch)];
      await step({ batches: batches.map((batch) => batch.map((of) => [of, 1])) }, () =>
        transfer.import(anna, lane, source()),
      );
      for await (const entry of transfer.export(anna, lane)) {
        known.set(String(entry.metadata['key']), {
          id: entry.id,
          version: Number(entry.metadata['version']),
        });
      }
    } else if (dice < 0.96) {
      await step({ batches: [[...known.keys()].map((of) => [of, 0])] }, () =>
        memory.deleteNamespace(anna, lane),
      );
      known.clear();
    } else {
      await memory.search(anna, { namespace: lane, query: `content of ${key}`, limit: 3 });
    }
  }
}

function entryOf(key: string, version: number) {
  const metadata = { key, version, bucket: bucketOf(key) };
  return { content: `content of ${key} version ${version}`, metadata, externalId: key };
}

function bucketOf(key: string): number {
  return key.charCodeAt(key.length - 1) % 4;
}
