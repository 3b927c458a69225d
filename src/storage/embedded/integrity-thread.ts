// The thread of integrityProblems.
import { parentPort, workerData } from 'node:worker_threads';
import { checkIntegrity } from './integrity.ts';

parentPort?.postMessage(checkIntegrity((workerData as { file: string }).file));
