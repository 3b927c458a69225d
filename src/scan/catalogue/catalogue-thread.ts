// The thread of RuleCatalogue.
import { parentPort } from 'node:worker_threads';
import { readCatalogue } from './read-catalogue.ts';

parentPort?.postMessage(await readCatalogue());
