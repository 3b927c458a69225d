// The thread of integrityProblems.
import { parentPort, workerData } from 'node:worker_threads';
import { checkIntegrity, type IntegrityOptions } from './integrity.ts';

const { file, ...options } = workerData as { file: string } & IntegrityOptions;
parentPort?.postMessage(checkIntegrity(file, options));
