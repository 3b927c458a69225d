import type pg from 'pg';
import { connect } from './migrate.ts';

const waitMs = 2_000;

/** What is wrong with a pooler that forgets the statements of a client; the message says what to do. */
export const losesStatements =
  'a pooler in transaction mode loses prepared statements; set max_prepared_statements = 200 (pgbouncer 1.21 or newer), or pool_mode = session';

/** A statement is unknown where it was prepared, or known where it was not. */
function isLostStatement(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code;
  return code === '26000' || code === '42P05';
}

/** Two clients may prepare different statements under one name; through a pooler that does not know them they get in each other's way. */
export async function keepsStatements(url: string): Promise<boolean> {
  return withTwoClients(url, async (one, other) => {
    try {
      for (const [client, number] of [one, other, one].map((each, i) => [each, i % 2] as const))
        await client.query({ name: 'lorekeep_probe', text: `SELECT ${number}::int` });
      return true;
    } catch (error) {
      if (isLostStatement(error)) return false;
      throw error;
    }
  });
}

/** Sent by another client: a pooler in transaction mode still delivers what the listening one sends itself. */
export async function deliversNotifications(url: string): Promise<boolean> {
  return withTwoClients(url, async (listener, sender) => {
    const channel = `lorekeep_doctor_${process.pid}`;
    const heard = new Promise<boolean>((resolve) => {
      listener.on('notification', () => resolve(true));
      setTimeout(() => resolve(false), waitMs).unref();
    });
    await listener.query(`LISTEN ${channel}`);
    await sender.query(`NOTIFY ${channel}`);
    return heard;
  });
}

async function withTwoClients<T>(
  url: string,
  work: (one: pg.Client, other: pg.Client) => Promise<T>,
): Promise<T> {
  const one = await connect(url);
  try {
    const other = await connect(url);
    try {
      return await work(one, other);
    } finally {
      await other.end();
    }
  } finally {
    await one.end();
  }
}
