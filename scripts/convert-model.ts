// Makes the flat file of weights that our own runtime reads from an ONNX model of models/training: `node scripts/convert-model.ts IN.onnx OUT.bin`.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { writeWeights } from '../src/memory/embedding/transformer/weights-file.ts';
import { packEncoder } from './model/pack-encoder.ts';
import { readOnnx } from './model/read-onnx.ts';

const [from, to] = process.argv.slice(2);
if (!from || !to) {
  console.error('usage: node scripts/convert-model.ts IN.onnx OUT.bin');
  process.exit(2);
}
const file = writeWeights(packEncoder(readOnnx(readFileSync(from))));
writeFileSync(to, file);
console.log(`${to}: ${file.length} bytes, sha256 ${createHash('sha256').update(file).digest('hex')}`);
