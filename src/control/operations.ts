import type { JsonObject } from '../kernel/json.ts';

/** Tells how far long work has come. */
export type Report = (progress: JsonObject) => void;

/** Something that a command asks of the service, or does itself when no service runs. Arguments and result are plain JSON. */
export type Operation = (args: JsonObject, report: Report) => Promise<unknown>;

/** By name, such as `key.create`. */
export type Operations = Record<string, Operation>;
