// The thread of projectOnThread.
import { parentPort, workerData } from 'node:worker_threads';
import { project, type Rows } from './project.ts';

parentPort?.postMessage(project(workerData as Rows));
