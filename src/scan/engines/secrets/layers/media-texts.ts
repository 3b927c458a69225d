import { inflateSync } from 'node:zlib';
import {
  inflate,
  maxMemberBytes,
  maxMembers,
  maxTotalBytes,
  type PackedMarks,
  type Unpacked,
} from './unpack.ts';

const pdfMark = Buffer.from('%PDF-');

/** The texts that pictures and documents hold next to what they show. `undefined` where the file is none of these. */
export function readMediaTexts(bytes: Buffer, marks?: PackedMarks): Unpacked | undefined {
  if (bytes.length < 16) return undefined;
  if (bytes.readUInt32BE(0) === 0x89504e47) return readPng(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return readJpeg(bytes);
  if (marks?.hasPdfMark !== false && bytes.subarray(0, 1024).includes(pdfMark)) return readPdf(bytes);
  return undefined;
}

/** `tEXt` and `eXIf` as they are, `zTXt` and `iTXt` unpacked. */
function readPng(bytes: Buffer): Unpacked {
  const texts = new Collected();
  for (let at = 8; at + 12 <= bytes.length && !texts.isFull; ) {
    const length = bytes.readUInt32BE(at);
    const kind = bytes.toString('latin1', at + 4, at + 8);
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (kind === 'tEXt' || kind === 'eXIf') texts.add(kind, data);
    else if (kind === 'zTXt') texts.addPacked(kind, data.subarray(data.indexOf(0) + 2));
    else if (kind === 'iTXt') addInternational(texts, data);
    at += 12 + length;
  }
  return texts;
}

/** Keyword, flag, method, language, translated keyword, text. */
function addInternational(texts: Collected, data: Buffer): void {
  const keyword = data.indexOf(0);
  const language = data.indexOf(0, keyword + 3);
  const start = data.indexOf(0, language + 1) + 1;
  if (language === -1 || start === 0) texts.skipped++;
  else if (data[keyword + 1] === 1) texts.addPacked('iTXt', data.subarray(start));
  else texts.add('iTXt', data.subarray(start));
}

/** Segments of applications (EXIF, XMP) and comments, up to where the picture begins. */
function readJpeg(bytes: Buffer): Unpacked {
  const texts = new Collected();
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff && !texts.isFull; ) {
    const marker = bytes[at + 1]!;
    if (marker === 0xda || marker === 0xd9) break;
    const length = bytes.readUInt16BE(at + 2);
    if ((marker >= 0xe0 && marker <= 0xef) || marker === 0xfe)
      texts.add('segment', bytes.subarray(at + 4, at + 2 + length));
    at += 2 + Math.max(2, length);
  }
  return texts;
}

/** Streams that are packed as most are; one that is packed in another way is not read. */
function readPdf(bytes: Buffer): Unpacked {
  const texts = new Collected();
  for (let at = bytes.indexOf('stream'); at >= 0 && !texts.isFull; ) {
    const start = bytes[at + 6] === 0x0d ? at + 8 : at + 7;
    const end = bytes.indexOf('endstream', start);
    if (end === -1) break;
    if (bytes.subarray(Math.max(0, at - 400), at).includes('FlateDecode'))
      texts.addPacked('stream', bytes.subarray(start, end));
    at = bytes.indexOf('stream', end + 9);
  }
  return texts;
}

class Collected implements Unpacked {
  readonly members: Unpacked['members'] = [];
  skipped = 0;
  #bytes = 0;

  get isFull(): boolean {
    const isFull = this.members.length >= maxMembers || this.#bytes >= maxTotalBytes;
    if (isFull) this.skipped++;
    return isFull;
  }

  add(name: string, bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#bytes += bytes.length;
    this.members.push({ name, bytes });
  }

  addPacked(name: string, bytes: Buffer): void {
    const unpacked = inflate(() => inflateSync(bytes, { maxOutputLength: maxMemberBytes }));
    if (unpacked) this.add(name, unpacked);
    else this.skipped++;
  }
}
