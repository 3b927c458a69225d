import type { CoverageNote } from '../../model/coverage.ts';
import type { EngineFinding } from '../../model/finding.ts';
import type { SkipReason } from '../../model/skip-reason.ts';
import { decodeText } from '../../source/source-text.ts';
import { encodingByMark, encodingOf, type TextEncoding } from '../../source/text-encoding.ts';
import type { EngineTools, FileAnalysis, SourceFile } from '../engine.ts';
import { describeFinding } from './describe-finding.ts';
import { type Candidate, type Layer, rank, textOf } from './detectors/candidate.ts';
import { withAccounts } from './detectors/detect-account.ts';
import { detectFile } from './detectors/detect-file.ts';
import { lessened } from './detectors/detect-format.ts';
import {
  apartFrom,
  byPlace,
  type Found,
  groupDoubtful,
  groupMembers,
  type Stretch,
  withoutRepeats,
} from './group-findings.ts';
import { readArchive } from './layers/archive.ts';
import { decodeRuns, isWideText, narrow } from './layers/encoded-runs.ts';
import { type DecodedPart, decodeEscapes } from './layers/escapes.ts';
import { readMediaTexts } from './layers/media-texts.ts';
import { Positions } from './layers/positions.ts';
import { type Member, maxTotalBytes, type PackedMarks } from './layers/unpack.ts';
import { joinPairs, resolveOverlaps } from './resolve-candidates.ts';
import type { Scanner } from './scanner.ts';
import { contextOf, contextWith } from './values/file-context.ts';
import { doubtOfLine, doubtOfPage, doubtOfWarning } from './values/surroundings.ts';

const maxDepth = 3;
const maxFindings = 1000;
/** Archives in archives. */
const maxNesting = 3;

/** Reads one file through all its layers: the text, what it encodes, and the members of an archive. */
export class FileReader {
  readonly #file: SourceFile;
  readonly #scanner: Scanner;
  readonly #tools: EngineTools;
  readonly #notes: CoverageNote[] = [];
  #decodeBudget: number;
  #unpackBudget = 2 * maxTotalBytes;
  /** Of the file itself, where it was looked at as it is. */
  #marks: PackedMarks | undefined;

  constructor(file: SourceFile, scanner: Scanner, tools: EngineTools) {
    this.#file = file;
    this.#scanner = scanner;
    this.#tools = tools;
    this.#decodeBudget = 2 * file.bytes.length + (1 << 20);
  }

  read(): FileAnalysis<never> {
    const root = rootLayer(this.#file);
    const found = this.#readLayer(root, undefined);
    const members = this.#readMembers(bytesOf(this.#file), root, this.#file.path, 1, this.#marks);
    if (found.length === 0 && members.length === 0 && this.#notes.length === 0) return { findings: [] };
    const [own, again] = apartFrom(found, members);
    return this.#report(root, [...own, ...groupMembers(members)], again);
  }

  /** What a text holds that is no file of a repository: no archive, and never binary. Places are bytes; the two halves of a credential come one by one. */
  readPlainText(): Array<Stretch & { ruleId: string; confidence: Candidate['confidence'] }> {
    const bytes = bytesOf(this.#file);
    const root: Layer = { bytes, depth: 0, context: contextOf(this.#file.path), via: [], binary: false };
    return this.#readLayer(root, undefined).flatMap(({ candidate, layer, stretch }) => {
      const { rule, confidence, otherHalf } = candidate;
      const halves = layer.depth === 0 && otherHalf ? [stretch, otherHalf] : [stretch];
      return halves.map(({ start, end }) => ({ ruleId: rule.id, confidence, start, end }));
    });
  }

  /** Scans a layer and what it encodes. `outer` is where an inner layer stands in the file. */
  #readLayer(layer: Layer, outer: Stretch | undefined): Found[] {
    const scan = this.#scanner.scan(layer);
    if (scan.exhausted)
      this.#note(
        'budget_exceeded',
        'The file holds more that looks like a credential than is examined in one file.',
      );
    if (outer === undefined) {
      if (!scan.exhausted && isSameMemory(layer.bytes, this.#file.bytes)) this.#marks = scan;
      detectFile(layer, this.#file.path, scan.tools);
      if (layer.binary) this.#readWideText(layer, scan.candidates);
    }
    // Most files have nothing at all, and one escape alone hides nothing.
    if (scan.candidates.length === 0 && scan.runs.length === 0 && scan.escapes.length < 2) return [];
    const kept = withAccounts(
      layer,
      joinPairs(resolveOverlaps(scan.candidates)),
      this.#scanner.detectorRules,
    );
    const parts =
      layer.depth < maxDepth && !layer.binary
        ? [
            ...decodeRuns(layer.bytes, scan.runs),
            ...decodeEscapes(
              layer.bytes,
              scan.escapes.toSorted((a, b) => a - b),
            ),
          ]
        : [];
    const replaced = new Set<Candidate>();
    const inner: Found[] = [];
    for (const part of parts) {
      const overlapping = kept.filter(({ start, end }) => start < part.end && part.start < end);
      if (overlapping.some((candidate) => candidate.rank >= rank.named)) continue;
      const deeper = this.#decode(layer, part, outer);
      if (deeper.length === 0) continue;
      inner.push(...inPlaceOf(layer, part, deeper));
      for (const candidate of overlapping) replaced.add(candidate);
    }
    const own = kept.filter((candidate) => !replaced.has(candidate));
    return [...own.map((candidate) => ({ candidate, layer, stretch: outer ?? candidate })), ...inner];
  }

  #decode(layer: Layer, part: DecodedPart, outer: Stretch | undefined): Found[] {
    this.#decodeBudget -= part.bytes.length;
    if (this.#decodeBudget < 0) {
      this.#note('budget_exceeded', 'The file holds more encoded text than is decoded.');
      return [];
    }
    const syntax = layer.context.syntax === 'code' ? 'code' : 'config';
    const decoded: Layer = {
      bytes: part.bytes,
      depth: layer.depth + 1,
      context: contextWith(layer.context, { syntax }),
      via: [...layer.via, part.encoding],
      binary: false,
    };
    return this.#readLayer(decoded, outer ?? { start: part.start, end: part.end });
  }

  /** Programs keep texts in UTF-16; without a byte order mark they are seen only here. */
  #readWideText(layer: Layer, candidates: Candidate[]): void {
    if (!isWideText(layer.bytes.subarray(0, 4096))) return;
    const wide: Layer = { ...layer, bytes: narrow(layer.bytes), binary: false, via: ['UTF-16'] };
    for (const candidate of this.#scanner.scan(wide).candidates) {
      candidates.push({ ...candidate, start: candidate.start * 2, end: candidate.end * 2 });
    }
  }

  /** What an archive, a picture or a document holds, and what archives in it hold. */
  #readMembers(
    bytes: Buffer,
    outer: Omit<Layer, 'bytes' | 'depth' | 'binary'>,
    path: string,
    level = 1,
    marks?: PackedMarks,
  ): Found[] {
    const unpacked = readArchive(bytes, marks) ?? readMediaTexts(bytes, marks);
    if (!unpacked) return [];
    const isTooDeep = level > maxNesting && unpacked.members.length > 0;
    if (unpacked.skipped > 0 || isTooDeep)
      this.#note(
        'archive_partly_read',
        'Some of what the file holds is damaged, beyond the limits or packed in a way that is not read.',
      );
    if (isTooDeep) return [];
    return unpacked.members.flatMap((member) => {
      this.#unpackBudget -= member.bytes.length;
      if (this.#unpackBudget < 0) {
        this.#note('archive_partly_read', 'The file holds more than is unpacked of one file.');
        return [];
      }
      return this.#readMember(member, outer, path, level);
    });
  }

  #readMember(
    { name, bytes }: Member,
    outer: Omit<Layer, 'bytes' | 'depth' | 'binary'>,
    path: string,
    level: number,
  ): Found[] {
    const inner = name === '' ? path.replace(/\.(?:gz|zst)$/, '') : name;
    const encoding = encodingOf(bytes);
    const context = contextOf(inner);
    const layer: Layer = {
      bytes: encoding === undefined ? bytes : textBytes(bytes, encoding),
      depth: 1,
      context: contextWith(context, { caution: context.caution ?? outer.context.caution }),
      via: [...outer.via, `archive member ${printable(inner)}`],
      binary: encoding === undefined,
    };
    const found = this.#readLayer(layer, { start: 0, end: 0 });
    return [...found, ...this.#readMembers(bytes, layer, inner, level + 1)];
  }

  /** `masked`: what is masked and not reported, since it is reported of a member. */
  #report(root: Layer, found: Found[], masked: readonly Found[]): FileAnalysis<never> {
    const all = withoutRepeats(found.toSorted(byPlace));
    const unique = groupDoubtful(all).toSorted(byPlace);
    const listed = new Set(unique.map(({ stretch }) => stretch));
    const unlisted = [...masked, ...all.filter(({ stretch }) => !listed.has(stretch))];
    if (unique.length > maxFindings)
      this.#note(
        'too_many_findings',
        `Only the first ${maxFindings} of ${unique.length} findings in the file are reported.`,
      );
    const text = unique.length === 0 ? '' : this.#file.text;
    const positions = new Positions(root.bytes, text);
    const halves = new Positions(root.bytes, text);
    const findings: EngineFinding[] = [];
    const redactions: Array<[number, number]> = [];
    const maskEverywhere: Array<[number, number]> = [];
    for (const { candidate, layer, stretch } of unique.slice(0, maxFindings)) {
      const place = positions.placeOf(stretch.start, stretch.end);
      findings.push(describeFinding(candidate, layer, this.#file.path, place, this.#tools));
      if (stretch.end <= stretch.start) continue;
      redactions.push([place.textStart, place.textEnd]);
      if (isTelling(candidate)) maskEverywhere.push([place.textStart, place.textEnd]);
    }
    for (const { start, end } of otherHalves(unique)) {
      const place = halves.placeOf(start, end);
      redactions.push([place.textStart, place.textEnd]);
      maskEverywhere.push([place.textStart, place.textEnd]);
    }
    // Where reports stop, masking does not.
    for (const { stretch } of unique.slice(maxFindings)) {
      const place = positions.placeOf(stretch.start, stretch.end);
      redactions.push([place.textStart, place.textEnd]);
    }
    const hidden = new Positions(root.bytes, unlisted.length === 0 ? '' : this.#file.text);
    for (const { stretch } of unlisted.toSorted(byPlace)) {
      const place = hidden.placeOf(stretch.start, stretch.end);
      redactions.push([place.textStart, place.textEnd]);
    }
    return {
      findings,
      ...(this.#notes.length > 0 ? { notes: this.#notes } : {}),
      ...(redactions.length > 0 ? { redactions } : {}),
      ...(maskEverywhere.length > 0 ? { maskEverywhere } : {}),
    };
  }

  #note(reason: SkipReason, message: string): void {
    if (!this.#notes.some((note) => note.reason === reason))
      this.#notes.push({ path: this.#file.path, reason, message });
  }
}

/** What is encoded in a comment or in a piece of a page is shown there, unless its form is one that a provider gives; and a comment can say what a key is there for. */
function inPlaceOf({ bytes, depth }: Layer, { start }: DecodedPart, deeper: Found[]): Found[] {
  if (depth > 0 || !deeper.some((found) => isGuessed(found) || isKey(found))) return deeper;
  const before = textOf(bytes, Math.max(0, start - 2000), start);
  const shown = doubtOfLine(before.slice(-200), '', '') ?? doubtOfPage(before);
  const warned = doubtOfWarning(before);
  return deeper.map((found) => {
    const doubt = isGuessed(found) ? shown : isKey(found) ? warned : undefined;
    return doubt
      ? {
          ...found,
          candidate: { ...found.candidate, ...lessened(found.candidate, doubt.limit, doubt.reason) },
        }
      : found;
  });
}

function isKey({ candidate }: Found): boolean {
  return candidate.rank === rank.keyMaterial;
}

function isGuessed({ candidate }: Found): boolean {
  return candidate.rank < rank.named;
}

/** In an encoded text the whole of it is masked already. */
function otherHalves(found: readonly Found[]): Stretch[] {
  return found
    .flatMap(({ candidate, layer }) =>
      layer.depth === 0 && candidate.otherHalf ? [candidate.otherHalf] : [],
    )
    .toSorted((a, b) => a.start - b.start);
}

/** A word that stands in every program, such as `postgres`, is masked where it is a password and nowhere else. */
function isTelling({ value, rule }: Candidate): boolean {
  if (rule.detector === 'account' || rule.detector === 'key-store') return false;
  return value.length >= 12 || (value.length >= 6 && !/^[A-Za-z]+$/.test(value));
}

/** Whether these are the very same bytes; small buffers, and contents that are read together, share what they lie in. */
function isSameMemory(a: Uint8Array, b: Uint8Array): boolean {
  return a.buffer === b.buffer && a.byteOffset === b.byteOffset && a.length === b.length;
}

function bytesOf({ bytes }: SourceFile): Buffer {
  if (Buffer.isBuffer(bytes)) return bytes;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** In UTF-8, with blanks for zeros. */
function textBytes(bytes: Buffer, encoding: TextEncoding): Buffer {
  return encoding === 'utf-8' && !bytes.includes(0) ? bytes : Buffer.from(decodeText(bytes), 'utf8');
}

function rootLayer(file: SourceFile): Layer {
  const raw = bytesOf(file);
  const hasZeros = raw.includes(0);
  const encoding = hasZeros ? encodingOf(raw) : (encodingByMark(raw) ?? 'utf-8');
  const isPlain = encoding === undefined || (encoding === 'utf-8' && !hasZeros);
  const bytes = isPlain ? raw : textBytes(raw, encoding);
  return { bytes, depth: 0, context: contextOf(file.path), via: [], binary: encoding === undefined };
}

function printable(text: string): string {
  return text.slice(0, 120).replace(/[^\x20-\x7e]/g, '?');
}
