import type { Grammar } from '../grammar.ts';

export const bash: Grammar = {
  file: 'exercise.sh',
  before: ['#!/bin/bash'],
  source: { lines: ['q="$1"'] },
  tainted: '"$q"',
  constant: "'a'",
  roots: ([first = '', ...rest]) => [{ expression: first.replace(/^~/, ''), rest }],
  member: () => undefined,
  call: (callee, args) => [callee, ...args].join(' '),
  make: (callee, args) => [callee, ...args].join(' '),
  statement: (call) => call,
  read: (expression) => `echo "$${expression}"`,
  assign: (target, value) => `${target}=${value}`,
  functionOf: (id, _parameters, body) => ({ lines: [`f${id}() {`, ...body, '}'], from: 1 }),
};
