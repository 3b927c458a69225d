import { commonTrigrams } from '../values/common-trigrams.ts';
import { nibbles, sextets } from '../values/encoding-digits.ts';
import { findKernel } from './kernel/find-kernel.ts';

/** A literal to look for, and the cheap tests that an occurrence must pass before anybody is told of it. */
export interface Keyword {
  text: string;
  /** Case counts. */
  exact?: boolean;
  /** A letter or digit before it rules it out. */
  first?: boolean;
  /** Which bytes may stand behind it, a bit for each; absent: any. */
  follow?: Uint8Array;
  /** How many such bytes there must be; absent: one. */
  lead?: number;
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

  constructor(wanted: readonly Keyword[]) {
    const keywords = wanted.map(asEntry);
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

  /** `isCode`: of the guards, `name` and `password` want a literal behind an equals sign or a colon. Calls `onHit` with the index of the keyword and where it starts; hits come nearly in the order of the text. */
  find(bytes: Uint8Array, onHit: (keyword: number, start: number) => void, isCode = false): void {
    this.#take(bytes);
    let at = 0;
    while (at < this.#length) {
      // One by one: spreading them costs as much as searching a small file.
      at = this.#kernel.find(
        this.#textAt,
        this.#length,
        at,
        headsAt,
        classesAt,
        isCode ? 1 : 0,
        outAt,
        outRoom,
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
        this.#textAt,
        this.#length,
        at,
        lowsAt,
        highsAt,
        classesAt,
        valuesAt,
        outAt,
        outRoom,
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

  #write(keywords: readonly Entry[], { entriesAt, textsAt, followsAt }: Layout): void {
    this.#bytes.set(byteClasses(), classesAt);
    this.#bytes.set(runTables(), lowsAt);
    this.#bytes.set(sextets, valuesAt);
    this.#bytes.set(nibbles, valuesAt + 256);
    // The ranks of trigrams are needed only here, so they stand where texts will stand.
    const commonnessAt = this.#textAt;
    const trigramsAt = commonnessAt + 4 * 65_536;
    this.#bytes.set(commonTrigrams, trigramsAt);
    this.#kernel.rank(trigramsAt, commonTrigrams.length / 3, commonnessAt);
    let entry = entriesAt;
    let textAt = textsAt;
    for (let id = 0; id < keywords.length; id++) {
      const { text, guards, follow, lead, thirds } = keywords[id]!;
      const { length } = text;
      this.#bytes.set(text, textAt);
      const followAt = follow ? followsAt + followBytes * id : 0;
      if (follow) {
        this.#bytes.set(follow, followAt);
        this.#bytes[followAt + setBytes] = lead;
      }
      const anchor = this.#kernel.anchor(textAt, length, commonnessAt);
      // A keyword of two bytes has an entry for each byte that may follow: an entry is in the list of one hash.
      for (const third of thirds ?? [text[anchor + 2]!]) {
        this.#kernel.insert(entry, textAt, length, anchor, third, id, guards, followAt, headsAt);
        entry += entryBytes;
      }
      textAt += length;
    }
    this.#bytes.fill(0, commonnessAt, trigramsAt + commonTrigrams.length);
  }
}

/** A keyword as the kernel wants it. */
interface Entry {
  text: Uint8Array;
  guards: number;
  follow: Uint8Array | undefined;
  lead: number;
  /** Of a keyword of two bytes: what may follow. */
  thirds: number[] | undefined;
}

function asEntry(keyword: Keyword): Entry {
  const text = bytesOf(keyword.exact ? keyword.text : keyword.text.toLowerCase());
  return {
    text,
    guards: guardsOf(keyword),
    follow: keyword.follow,
    lead: keyword.lead ?? 1,
    thirds: text.length > 2 ? undefined : thirdBytes(keyword),
  };
}

/** The exports of find.assembly, which names their arguments. */
interface FindKernel {
  rank(trigrams: number, count: number, commonness: number): void;
  anchor(text: number, length: number, commonness: number): number;
  insert(...pointersAndSizes: number[]): void;
  find(...pointersAndSizes: number[]): number;
  runs(...pointersAndSizes: number[]): number;
}

interface Layout {
  entriesAt: number;
  textsAt: number;
  followsAt: number;
  end: number;
}

/** The tables stand at fixed places, then the hits, the keywords and last the text. */
const filterAt = 1024; // As in find.assembly.
const headsAt = filterAt + 65_536;
const classesAt = headsAt + 4 * 65_536;
const lowsAt = classesAt + 256;
const highsAt = lowsAt + 16;
const valuesAt = highsAt + 16;
const outAt = valuesAt + 512 + 16;
const outRoom = 2048;
const entryBytes = 20;
/** A bit for each byte, and behind them how many of these bytes there must be. */
const setBytes = 32;
const followBytes = setBytes + 1;
const padding = 512;
const maxPages = 2048;
const maxKeywords = 65_535;

function layOut(keywords: readonly Entry[]): Layout {
  if (keywords.length > maxKeywords) throw new Error(`More than ${maxKeywords} keywords.`);
  const entries = keywords.reduce((sum, { thirds }) => sum + (thirds?.length ?? 1), 0);
  const texts = keywords.reduce((sum, { text }) => sum + text.length, 0);
  // The room for hits is asked for after every eighth position, each of which can give as many as there are entries.
  const entriesAt = outAt + 8 * (outRoom + 8 * entries);
  const textsAt = entriesAt + entries * entryBytes;
  const followsAt = textsAt + texts;
  return { entriesAt, textsAt, followsAt, end: (followsAt + followBytes * keywords.length + 63) & ~63 };
}

function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127) return Buffer.from(text);
    bytes[i] = code;
  }
  return bytes;
}

function pagesFor(bytes: number): number {
  return Math.ceil(bytes / 65_536);
}

function thirdBytes({ follow }: Keyword): number[] {
  const bytes: number[] = [];
  const seen = new Set<number>();
  for (let byte = 0; byte < 256; byte++) {
    // Both cases of a letter have one hash.
    if ((follow && ((follow[byte >> 3]! >> (byte & 7)) & 1) === 0) || seen.has(byte | 0x20)) continue;
    seen.add(byte | 0x20);
    bytes.push(byte);
  }
  return bytes;
}

function guardsOf({ exact, first, guard }: Keyword): number {
  return (first ? 1 : 0) | (exact ? 2 : 0) | (guard === undefined ? 0 : guardBits[guard]);
}

const guardBits = { name: 4, password: 4 | 8, provider: 16, 'lone-name': 32, link: 64 } as const;

/** Bit 0: letter or digit; 1: part of a name; 2: closes a name; 3: a character of base64. */
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

/** A byte is a character of base64 (in either alphabet, or hexadecimal) when the entries of its two halves have a bit in common. */
function runTables(): Uint8Array {
  const tables = new Uint8Array(32);
  for (const sign of base64Signs) {
    const byte = sign.charCodeAt(0);
    tables[byte & 15]! |= 1 << (byte >> 4);
    tables[16 + (byte >> 4)] = 1 << (byte >> 4);
  }
  return tables;
}
