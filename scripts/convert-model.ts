// Makes the flat file of weights that our own runtime reads from an ONNX model of models/training: `node scripts/convert-model.ts IN.onnx OUT.bin [--without-words]`.
// Without words the file has no table of word pieces, for a manifest that shares the one of another model (`wordsOf`).
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { writeWeights } from '../src/memory/embedding/transformer/weights-file.ts';
import { packEncoder } from './model/pack-encoder.ts';
import { readOnnx } from './model/read-onnx.ts';
import { withoutWords } from './model/without-words.ts';

const [from, to, option] = process.argv.slice(2);
if (!from || !to || (option && option !== '--without-words')) {
  console.error('usage: node scripts/convert-model.ts IN.onnx OUT.bin [--without-words]');
  process.exit(2);
}
const weights = packEncoder(readOnnx(readFileSync(from)));
const file = writeWeights(option ? withoutWords(weights) : weights);
writeFileSync(to, file);
console.log(`${to}: ${file.length} bytes, sha256 ${createHash('sha256').update(file).digest('hex')}`);
