import { nibbles, sextets } from './encoded-runs.ts';
import { findKernel } from './kernel/find-kernel.ts';
import { Anchors } from './keyword-anchor.ts';

/** A literal to look for, and the cheap tests that an occurrence must pass before anybody is told of it. */
export interface Keyword {
  text: string;
  /** Case counts. */
  exact?: boolean;
  /** A letter or digit before it rules it out. */
  first?: boolean;
  /** Which bytes may stand behind it, a bit for each; absent: any. */
  follow?: Uint8Array;
  /**
   * `name`: part of a name that a value is assigned to; `password`: as `name`, and the value may stand behind a blank; `provider`: as `password`,
   * for names of several words; `lone-name`: a name of its own; `link`: a link with a user.
   */
  guard?: 'name' | 'password' | 'provider' | 'lone-name' | 'link';
}

/** A stretch that may be decoded. */
export interface EncodedRun {
  start: number;
  end: number;
}

/**
 * Finds every occurrence of many keywords in one pass over bytes. Of each keyword three bytes are looked up by a hash in a filter of 64
 * kilobytes, so that nearly every byte of a text costs one look-up; the keyword is compared only where the filter says so. The pass is
 * WebAssembly: it is fast from the first file on.
 */
export class KeywordFinder {
  readonly #memory: WebAssembly.Memory;
  readonly #kernel: FindKernel;
  readonly #textAt: number;
  #bytes: Uint8Array;
  #words: Uint32Array;
  #length = 0;

  constructor(keywords: readonly Keyword[]) {
    const layout = layOut(keywords);
    this.#textAt = layout.end;
    this.#memory = new WebAssembly.Memory({ initial: pagesFor(layout.end + (1 << 20)), maximum: maxPages });
    const module = new WebAssembly.Module(Buffer.from(findKernel, 'base64'));
    const instance = new WebAssembly.Instance(module, { env: { memory: this.#memory } });
    this.#kernel = instance.exports as unknown as FindKernel;
    this.#bytes = new Uint8Array(this.#memory.buffer);
    this.#words = new Uint32Array(this.#memory.buffer);
    this.#write(keywords, layout);
  }

  /** Calls `onHit` with the index of the keyword and where it starts; hits come nearly in the order of the text. */
  find(bytes: Uint8Array, onHit: (keyword: number, start: number) => void): void {
    this.#take(bytes);
    let at = 0;
    while (at < this.#length) {
      at = this.#kernel.find(
        ...[this.#textAt, this.#length, at],
        ...[filterAt, headsAt, classesAt],
        ...[outAt, outRoom],
      );
      const count = this.#words[(outAt - 4) >> 2]!;
      for (let i = 0; i < count; i++) {
        const word = (outAt >> 2) + 2 * i;
        onHit(this.#words[word]!, this.#words[word + 1]!);
      }
    }
  }

  /** The runs of base64 or hexadecimal in the text that `find` was last given which begin as text once they are decoded. */
  runs(): EncodedRun[] {
    const runs: EncodedRun[] = [];
    let at = 0;
    while (at < this.#length) {
      at = this.#kernel.runs(
        ...[this.#textAt, this.#length, at],
        ...[lowsAt, highsAt, classesAt, valuesAt],
        ...[outAt, outRoom],
      );
      const count = this.#words[(outAt - 4) >> 2]!;
      for (let i = 0; i < count; i++) {
        const word = (outAt >> 2) + 2 * i;
        runs.push({ start: this.#words[word]!, end: this.#words[word + 1]! });
      }
    }
    return runs;
  }

  #take(bytes: Uint8Array): void {
    const end = this.#textAt + bytes.length + padding;
    if (end > this.#bytes.length) {
      this.#memory.grow(pagesFor(end) - pagesFor(this.#bytes.length));
      this.#bytes = new Uint8Array(this.#memory.buffer);
      this.#words = new Uint32Array(this.#memory.buffer);
    }
    this.#bytes.set(bytes, this.#textAt);
    this.#bytes.fill(0, this.#textAt + bytes.length, end);
    this.#length = bytes.length;
  }

  #write(keywords: readonly Keyword[], layout: Layout): void {
    this.#bytes.set(byteClasses(), classesAt);
    this.#bytes.set(runTables(), lowsAt);
    this.#bytes.set(sextets, valuesAt);
    this.#bytes.set(nibbles, valuesAt + 256);
    const numbers = new DataView(this.#memory.buffer);
    const anchors = new Anchors(this.#kernel.hash);
    let textAt = layout.textsAt;
    for (const [index, keyword] of keywords.entries()) {
      const entry = layout.entriesAt + index * entryBytes;
      const text = bytesOf(keyword);
      this.#bytes.set(text, textAt);
      let followAt = 0;
      if (keyword.follow) {
        followAt = textAt + text.length;
        this.#bytes.set(keyword.follow, followAt);
      }
      numbers.setUint32(entry, textAt, true);
      numbers.setUint16(entry + 4, text.length, true);
      numbers.setUint16(entry + 6, anchors.of(text), true);
      numbers.setUint16(entry + 8, index, true);
      numbers.setUint16(entry + 10, guardsOf(keyword), true);
      numbers.setUint32(entry + 16, followAt, true);
      textAt += text.length + (keyword.follow ? 32 : 0);
    }
    this.#link(keywords, layout, numbers);
  }

  /** Puts every keyword into the list of each hash that its anchor can have. */
  #link(keywords: readonly Keyword[], layout: Layout, numbers: DataView): void {
    let spare = layout.entriesAt + keywords.length * entryBytes;
    for (const [index, keyword] of keywords.entries()) {
      const entry = layout.entriesAt + index * entryBytes;
      let free = true;
      for (const code of this.#codesOf(keyword, numbers.getUint16(entry + 6, true))) {
        // An entry is in one list; a keyword of two bytes is in several, each time by a copy.
        const slot = free ? entry : spare;
        if (!free) {
          this.#bytes.copyWithin(spare, entry, entry + entryBytes);
          spare += entryBytes;
        }
        free = false;
        const head = (headsAt >> 2) + code;
        numbers.setUint32(slot + 12, this.#words[head]!, true);
        this.#words[head] = slot;
        this.#bytes[filterAt + code] = 1;
      }
    }
  }

  #codesOf(keyword: Keyword, anchor: number): Set<number> {
    const text = bytesOf(keyword);
    if (text.length > 2)
      return new Set([this.#kernel.hash(text[anchor]!, text[anchor + 1]!, text[anchor + 2]!)]);
    return new Set(thirdBytes(keyword).map((third) => this.#kernel.hash(text[0]!, text[1]!, third)));
  }
}

/** The exports of find.assembly, which names their arguments. */
interface FindKernel {
  hash(a: number, b: number, c: number): number;
  find(...pointersAndSizes: number[]): number;
  runs(...pointersAndSizes: number[]): number;
}

interface Layout {
  entriesAt: number;
  textsAt: number;
  end: number;
}

/** The tables stand at fixed places, then the hits, the keywords and last the text. */
const filterAt = 1024;
const headsAt = filterAt + 65_536;
const classesAt = headsAt + 4 * 65_536;
const lowsAt = classesAt + 256;
const highsAt = lowsAt + 16;
const valuesAt = highsAt + 16;
const outAt = valuesAt + 512 + 16;
const outRoom = 2048;
/** One position can give as many hits as there are keywords in its list. */
const outBytes = 8 * (outRoom + 4096);
const entryBytes = 20;
const padding = 512;
const maxPages = 2048;

function layOut(keywords: readonly Keyword[]): Layout {
  const entriesAt = outAt + outBytes;
  const entries = keywords.reduce(
    (sum, keyword) => sum + (bytesOf(keyword).length > 2 ? 1 : thirdBytes(keyword).length),
    0,
  );
  const textsAt = entriesAt + entries * entryBytes;
  const texts = keywords.reduce(
    (sum, keyword) => sum + bytesOf(keyword).length + (keyword.follow ? 32 : 0),
    0,
  );
  return { entriesAt, textsAt, end: (textsAt + texts + 63) & ~63 };
}

function bytesOf({ text, exact }: Keyword): Uint8Array {
  return Buffer.from(exact ? text : text.toLowerCase(), 'utf8');
}

function pagesFor(bytes: number): number {
  return Math.ceil(bytes / 65_536);
}

function thirdBytes({ follow }: Keyword): number[] {
  const all = Array.from({ length: 256 }, (_, byte) => byte);
  return follow ? all.filter((byte) => (follow[byte >> 3]! >> (byte & 7)) & 1) : all;
}

function guardsOf({ exact, first, guard }: Keyword): number {
  return (first ? 1 : 0) | (exact ? 2 : 0) | (guard === undefined ? 0 : guardBits[guard]);
}

const guardBits = { name: 4, password: 4 | 8, provider: 16, 'lone-name': 32, link: 64 } as const;

/** Bit 0: letter or digit; 1: part of a name; 2: closes a name; 3: a sign of base64. */
function byteClasses(): Uint8Array {
  const classes = new Uint8Array(256);
  for (let byte = 48; byte <= 57; byte++) classes[byte] = 3;
  for (let byte = 65; byte <= 90; byte++) classes[byte] = classes[byte + 32] = 3;
  for (const char of '_.$-') classes[char.charCodeAt(0)] = 2;
  for (const char of '"\'`]\\') classes[char.charCodeAt(0)] = 4;
  for (const sign of base64Signs) classes[sign.charCodeAt(0)]! |= 8;
  return classes;
}

/** Both alphabets. */
const base64Signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=_-';

/** A byte is a sign of base64 (in either alphabet, or hexadecimal) when the entries of its two halves have a bit in common. */
function runTables(): Uint8Array {
  const tables = new Uint8Array(32);
  for (const sign of base64Signs) {
    const byte = sign.charCodeAt(0);
    tables[byte & 15]! |= 1 << (byte >> 4);
    tables[16 + (byte >> 4)] = 1 << (byte >> 4);
  }
  return tables;
}
