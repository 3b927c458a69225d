import { expect, test } from 'vitest';
import { configSchema } from '../config/schema.ts';
import type { ChosenKernels } from '../memory/embedding/transformer/kernel.ts';
import { logKernels } from './log-kernels.ts';

function logged(settings: Record<string, unknown>, chosen: ChosenKernels): unknown[] {
  const lines: unknown[] = [];
  const to = (level: string) => (fields: unknown, message: unknown) => lines.push([level, fields, message]);
  const logger = { info: to('info'), warn: to('warn') } as unknown as Parameters<typeof logKernels>[1];
  logKernels(configSchema.parse(settings), logger, () => chosen);
  return lines;
}

const native: ChosenKernels = { build: 'native', name: 'avx2' };

test('what the models compute with is logged once, with the reason where it is not native', () => {
  expect(logged({}, native)).toEqual([['info', { kernels: 'avx2' }, 'kernels of the models chosen']]);
  const reason = 'There are no native kernels for darwin on arm64.';
  expect(logged({}, { build: 'relaxed', name: 'wasm', reason, isFault: false })).toEqual([
    ['info', { kernels: 'wasm', reason }, 'kernels of the models chosen'],
  ]);
});

test('a file that is missing or altered is a warning', () => {
  const reason = 'encode-linux-x64.node is missing.';
  expect(logged({}, { build: 'relaxed', name: 'wasm', reason, isFault: true })).toEqual([
    ['warn', { kernels: 'wasm', reason }, 'native kernels cannot be used; the models run more slowly'],
  ]);
});

test('where no model of ours runs there is nothing to log', () => {
  const elsewhere = { reranker: 'none', embedding: { url: 'http://127.0.0.1:1', model: 'm', dims: 8 } };
  expect(logged({ ...elsewhere, embedder: 'openai' }, native)).toEqual([]);
  expect(logged({ ...elsewhere, embedder: 'fast' }, native)).toEqual([]);
  expect(logged({ reranker: 'none', embedding: { runtime: 'onnx' } }, native)).toEqual([]);
  expect(logged({ ...elsewhere, embedder: 'local' }, native)).toHaveLength(1);
  expect(logged({ embedder: 'fast' }, native)).toHaveLength(1);
});
