import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../../../test/support/code-scan.ts';

const reader = `const { PassThrough, Transform } = require('stream');
module.exports = class Reader extends Transform {
  all() { return []; }
  _transform(chunk, encoding, done) {
    const entry = new PassThrough();
    entry.path = chunk.toString('utf8');
    this.emit('entry', entry);
    done();
  }
};
`;
const unpack = (way: string) =>
  `const Reader = require('./reader');\nconst fs = require('fs');\nconst path = require('path');\nmodule.exports = (options) => {\n  const reader = new Reader(options);\n  ${way}\n};\n`;

/** What a reader of the program's own tells of is taken for what its name says, as in any function of which no call is seen. */
test.for([
  [
    "reader.on('entry', (entry) => entry.pipe(fs.createWriteStream(path.join(options.to, entry.path))));",
    true,
  ],
  [
    "reader.once('entry', (entry) => { const to = path.join(options.to, entry.path); fs.mkdirSync(to); });",
    true,
  ],
  ["reader.on('entry', (item) => item.pipe(fs.createWriteStream(path.join(options.to, item.path))));", false],
  [
    "reader.on('entry', (entry) => entry.pipe(fs.createWriteStream(path.join(options.to, path.basename(entry.path)))));",
    false,
  ],
  ['reader.all().forEach((entry) => fs.createWriteStream(path.join(options.to, entry.path)));', false],
] as Array<[string, boolean]>)('%s', async ([way, isFound]) => {
  const findings = await findingsIn({ 'reader.js': reader, 'unpack.js': unpack(way) });
  expect(findings.some(({ ruleId }) => ruleId === 'javascript-zip-slip')).toBe(isFound);
});
