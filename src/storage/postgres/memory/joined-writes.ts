import { type Receipt, ReceiptExists } from '../../../kernel/receipt.ts';
import type { WriteCommand, WriteOutcome, WrittenIds } from '../../../memory/store.ts';
import type { PostgresDatabase } from '../database.ts';
import { insertReceipts } from '../receipt-store.ts';
import { addEntries, onlyAdds } from './added-entries.ts';
import { heldEntries, mayReach, QuotaExceeded, writeEntries } from './write-entries.ts';

interface Unit {
  command: WriteCommand;
  resolve: (outcome: WriteOutcome) => void;
  reject: (error: unknown) => void;
}

const maxJoinedEntries = 1_024;

/**
 * Writes of this node, one transaction at a time for each namespace. What arrives while one is under way waits and is joined into
 * the next: the row of the namespace is locked until a transaction is on the disk, so that writes one by one would each wait for a
 * flush of their own.
 */
export class JoinedWrites {
  readonly #database: PostgresDatabase;
  readonly #waiting = new Map<string, Unit[]>();

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  write(command: WriteCommand): Promise<WriteOutcome> {
    return new Promise((resolve, reject) => {
      const key = JSON.stringify([command.tenantId, command.namespace]);
      const unit = { command, resolve, reject };
      const waiting = this.#waiting.get(key);
      if (waiting) waiting.push(unit);
      else {
        this.#waiting.set(key, [unit]);
        void this.#drain(key);
      }
    });
  }

  async #drain(key: string): Promise<void> {
    for (;;) {
      const waiting = this.#waiting.get(key)!;
      if (waiting.length === 0) break;
      await this.#carryOut(takeTogether(waiting));
    }
    this.#waiting.delete(key);
  }

  async #carryOut(units: Unit[]): Promise<void> {
    try {
      if (await this.#add(units)) return;
    } catch (error) {
      if (!isUnknownModel(error)) {
        for (const unit of units) unit.reject(error);
        return;
      }
    }
    for (const unit of units) await this.#writeAlone(unit);
  }

  /** False where it has to be done the long way. */
  async #add(asked: Unit[]): Promise<boolean> {
    const { units, receipts } = withReceipts(asked);
    const commands = units.map(({ command }) => command);
    if (commands.length === 0) return true;
    if (!commands.every(onlyAdds) || !(await this.#hasRoom(commands))) return false;
    if (receipts.length === 0) return settle(units, await addEntries(this.#database, commands));
    const { kept, outcomes } = await this.#database.transaction(async (sql) => {
      const stored = await insertReceipts(sql, receipts);
      const isKept = ({ command: { receipt } }: Unit) => receipt === undefined || stored.has(receipt.id);
      const remaining = units.filter(isKept);
      const added =
        remaining.length === 0
          ? []
          : await addEntries(
              sql,
              remaining.map(({ command }) => command),
            );
      // The long way stores the receipts itself.
      if (!added) await sql.run('DELETE FROM receipts WHERE id = ANY($1)', [...stored]);
      return { kept: remaining, outcomes: added };
    });
    if (!outcomes) return false;
    for (const unit of units) if (!kept.includes(unit)) unit.reject(new ReceiptExists());
    return settle(kept, outcomes);
  }

  /** Whether these writes stay well below what their tenant may hold. */
  async #hasRoom(commands: WriteCommand[]): Promise<boolean> {
    const limits = commands.flatMap(({ maxEntries }) => maxEntries ?? []);
    if (limits.length === 0) return true;
    const added = commands.reduce((sum, { entries }) => sum + entries.length, 0);
    const held = await heldEntries(this.#database, commands[0]!.tenantId);
    return !mayReach(Math.min(...limits), held, added);
  }

  async #writeAlone({ command, resolve, reject }: Unit): Promise<void> {
    try {
      resolve(await this.#database.transaction((sql) => writeEntries(sql, command)));
    } catch (error) {
      if (error instanceof QuotaExceeded) resolve({ outcome: 'quota_exceeded' });
      else reject(error);
    }
  }
}

/**
 * The ids of new entries are known before they are stored, and so is what a repetition is to be answered. A write for which that
 * cannot be said fails alone.
 */
function withReceipts(asked: readonly Unit[]) {
  const receipts: Array<{ receipt: Receipt<WrittenIds>; data: string }> = [];
  const units = asked.filter(({ command: { receipt, entries }, reject }) => {
    if (!receipt) return true;
    try {
      receipts.push({ receipt, data: JSON.stringify(receipt.answer({ ids: entries.map(({ id }) => id) })) });
      return true;
    } catch (error) {
      reject(error);
      return false;
    }
  });
  return { units, receipts };
}

function settle(units: readonly Unit[], outcomes: readonly WriteOutcome[] | undefined): boolean {
  if (!outcomes) return false;
  for (const [i, unit] of units.entries()) unit.resolve(outcomes[i]!);
  return true;
}

/** The first ones that can share a statement; one alone where it cannot. */
function takeTogether(waiting: Unit[]): Unit[] {
  const [{ command: first }] = waiting as [Unit];
  if (!onlyAdds(first)) return waiting.splice(0, 1);
  let entries = 0;
  const end = waiting.findIndex(({ command }) => {
    entries += command.entries.length;
    return entries > maxJoinedEntries || command.model !== first.model || !onlyAdds(command);
  });
  return waiting.splice(0, end === -1 ? waiting.length : Math.max(1, end));
}

const notNullViolation = '23502';

function isUnknownModel(error: unknown): boolean {
  const { code, table } = (error ?? {}) as { code?: string; table?: string };
  return code === notNullViolation && table === 'memory_vectors';
}
