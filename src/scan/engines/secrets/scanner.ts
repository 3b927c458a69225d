import type { ScanRule } from '../../model/secret-rule.ts';
import type { Candidate, DetectorRules, DetectorTools, Layer } from './detectors/candidate.ts';
import { detectAssigned, detectNamed } from './detectors/detect-assignment.ts';
import { callKeywords, detectCall } from './detectors/detect-call.ts';
import { detectFormat } from './detectors/detect-format.ts';
import { detectPrivateKey, detectPuttyKey } from './detectors/detect-key-material.ts';
import { detectKubernetesSecret } from './detectors/detect-kubernetes-secret.ts';
import { detectLink } from './detectors/detect-link.ts';
import { escapeKeywords } from './layers/escapes.ts';
import type { PackedMarks } from './layers/unpack.ts';
import { FormatMatcher } from './matching/format-matcher.ts';
import { type EncodedRun, type Keyword, KeywordFinder } from './matching/keyword-finder.ts';
import { classifyName, type NameKind } from './values/assignment-name.ts';
import type { Vocabulary } from './values/vocabulary.ts';

/** What one pass over a layer gave. */
export interface LayerScan extends PackedMarks {
  candidates: Candidate[];
  /** Places where an escape begins that hides ASCII, for decoding. */
  escapes: number[];
  /** Base64 or hexadecimal, for decoding. */
  runs: EncodedRun[];
  /** The work allowed for a layer of this size was used up; the rest of the layer was not looked at. */
  exhausted: boolean;
  /** The work that was done, counted so that it depends on the text alone. */
  steps: number;
  /** For detectors that add to this scan. */
  tools: DetectorTools;
}

/** The words in names that are worth reading an assignment for. Substrings count, so the shorter word stands for the longer. */
const passwordWords = [
  'pass',
  'psk',
  'pwd',
  'pw',
  'psw',
  'pssw',
  'pasw',
  'masterauth',
  'senha',
  'kennwort',
  'contrasena',
  'wachtwoord',
];
const secretWords = ['secret', 'token', 'key', 'cred', 'auth', 'salt', 'bearer', 'signature'];

/** An ordinary file needs less than one step a byte; this stops files that are made to be slow. */
const stepsPerByte = 24;
const baseSteps = 4_000_000;
const maxCandidates = 5000;
const maxNames = 32_768;

type Action = (layer: Layer, start: number, end: number, scan: LayerScan) => void;

/** Finds the keywords of all rules in one pass; each occurrence starts the detector that asked for it. */
export class Scanner {
  readonly #finder: KeywordFinder;
  readonly #lengths: number[];
  readonly #actions: Action[] = [];
  readonly #names = new Map<string, NameKind | 'none'>();
  readonly #vocabulary: Vocabulary;
  readonly #detectorRules: DetectorRules;

  constructor(rules: readonly ScanRule[], vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.#detectorRules = new Map(rules.flatMap((rule) => (rule.detector ? [[rule.detector, rule]] : [])));
    const keywords: Keyword[] = [];
    const on = (keyword: Keyword, action: Action) => {
      keywords.push(keyword);
      this.#actions.push(action);
    };
    const sets = new Map<string, Uint8Array>();
    for (const rule of rules) registerRule(rule, on, sets);
    registerDetectors(on);
    this.#finder = new KeywordFinder(keywords);
    this.#lengths = keywords.map(({ text }) => Buffer.byteLength(text));
  }

  get detectorRules(): DetectorRules {
    return this.#detectorRules;
  }

  scan(layer: Layer): LayerScan {
    const scan: LayerScan = {
      candidates: [],
      escapes: [],
      runs: [],
      exhausted: false,
      steps: 0,
      hasZipEnd: false,
      hasPdfMark: false,
      tools: {
        vocabulary: this.#vocabulary,
        rules: this.#detectorRules,
        kindOfName: (name) => this.#kindOfName(name),
        report: (candidate) => void scan.candidates.push(candidate),
        charge: (steps) => {
          scan.steps += steps;
        },
      },
    };
    const budget = baseSteps + layer.bytes.length * stepsPerByte;
    const onHit = (keyword: number, start: number): void => {
      if (scan.steps > budget || scan.candidates.length >= maxCandidates) {
        scan.exhausted = true;
        return;
      }
      this.#actions[keyword]!(layer, start, start + this.#lengths[keyword]!, scan);
    };
    this.#finder.find(layer.bytes, onHit, layer.context.syntax === 'code');
    if (!layer.binary) scan.runs = this.#finder.runs();
    return scan;
  }

  /** Source repeats its names: most are looked up. */
  #kindOfName(name: string): NameKind | undefined {
    const known = this.#names.get(name);
    if (known !== undefined) return known === 'none' ? undefined : known;
    const kind = classifyName(name, this.#vocabulary);
    if (this.#names.size >= maxNames) this.#names.clear();
    this.#names.set(name, kind ?? 'none');
    return kind;
  }
}

/** `sets` holds the sets of bytes already decoded: many rules share theirs. */
function registerRule(
  rule: ScanRule,
  on: (keyword: Keyword, action: Action) => void,
  sets: Map<string, Uint8Array>,
): void {
  if (rule.detector !== undefined) return;
  const matcher = new FormatMatcher(rule);
  for (const { text, exact = false, first = false, follow, lead, variant } of rule.keywords) {
    const keyword: Keyword = {
      text,
      exact,
      first,
      ...(follow !== undefined && { follow: bitsOf(follow, sets) }),
      ...(lead !== undefined && { lead }),
      ...(rule.names && { guard: rule.exact ? 'lone-name' : 'provider' }),
    };
    on(keyword, (layer, start, end, scan) => {
      const before = matcher.steps;
      if (rule.pattern !== undefined) detectFormat(layer, rule, matcher, variant, end, scan.tools);
      else detectNamed(layer, rule, matcher, start, end, scan.tools);
      scan.steps += 16 + matcher.steps - before;
    });
  }
}

function registerDetectors(on: (keyword: Keyword, action: Action) => void): void {
  const detect = (keyword: Keyword, cost: number, action: Action) =>
    on(keyword, (layer, start, end, scan) => {
      scan.steps += cost;
      action(layer, start, end, scan);
    });
  const assigned: Action = (layer, start, end, scan) => detectAssigned(layer, start, end, scan.tools);
  for (const text of passwordWords) detect({ text, guard: 'password' }, 24, assigned);
  for (const text of secretWords) detect({ text, guard: 'name' }, 24, assigned);
  // The name of a Terraform variable is in front of its block, and its value in it.
  detect({ text: 'variable "' }, 24, (layer, _start, end, scan) => {
    const close = layer.bytes.indexOf(0x22, end);
    if (close > end && close - end <= 80) detectAssigned(layer, end, close, scan.tools);
  });
  detect({ text: '://', guard: 'link' }, 24, (layer, start, _end, scan) =>
    detectLink(layer, start, scan.tools),
  );
  detect({ text: '-----begin ' }, 64, (layer, start, _end, scan) =>
    detectPrivateKey(layer, start, scan.tools),
  );
  detect({ text: 'putty-user-key-file-' }, 64, (layer, start, _end, scan) =>
    detectPuttyKey(layer, start, scan.tools),
  );
  for (const text of ['kind: secret', 'kind: "secret"', "kind: 'secret'"])
    detect({ text }, 256, (layer, start, _end, scan) => detectKubernetesSecret(layer, start, scan.tools));
  for (const [index, text] of callKeywords.entries())
    detect({ text }, 64, (layer, _start, end, scan) => detectCall(layer, index, end, scan.tools));
  detect({ text: 'PK\x05\x06', exact: true }, 1, (_layer, _start, _end, scan) => {
    scan.hasZipEnd = true;
  });
  detect({ text: '%PDF-', exact: true }, 1, (_layer, _start, _end, scan) => {
    scan.hasPdfMark = true;
  });
  for (const text of escapeKeywords)
    detect({ text, follow: hexadecimal }, 1, (_layer, start, _end, scan) => scan.escapes.push(start));
}

function bitsOf(hex: string, sets: Map<string, Uint8Array>): Uint8Array {
  const bits = sets.get(hex) ?? Buffer.from(hex, 'hex');
  sets.set(hex, bits);
  return bits;
}

/** A bit for each hexadecimal digit. */
const hexadecimal = Uint8Array.from(
  { length: 32 },
  (_, index) => [0xff, 3][index - 6] ?? (index === 8 || index === 12 ? 0x7e : 0),
);
