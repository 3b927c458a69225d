import { expect, test } from 'vitest';
import { createParser } from '../../../../syntax/parser.ts';
import { createCodeEngine } from '../../code-engine.ts';

const parser = await createParser();
const engine = createCodeEngine();

test.each([
  ['{ _id: { $in: req.body.ids } }', 0],
  ['{ name: { $eq: req.body.name } }', 0],
  ['{ $or: { name: { $ne: req.body.name } } }', 0],
  ['{ name: req.body.name }', 1],
  ['{ name: { $regex: req.body.name } }', 1],
  ['{ $where: req.body.name }', 1],
  ['{ _id: { $in: req.body.ids }, name: req.body.name }', 1],
  ['req.body', 1],
])('the query %s is reported %d times', async (query, times) => {
  const path = 'a.js';
  const text = `const express = require('express');\nconst mongoose = require('mongoose');\nconst User = mongoose.model('User');\nexpress().post('/a', async (req, res) => res.json(await User.find(${query})));\n`;
  await engine.prepare!([path]);
  const file = { path, text, bytes: Buffer.from(text), tree: parser.parse(path, text) };
  const { findings } = engine.analyse(file, { hashSecret: (value: string) => value });
  expect(findings.filter(({ ruleId }) => ruleId === 'javascript-nosql-injection')).toHaveLength(times);
});
