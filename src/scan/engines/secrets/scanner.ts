import type { Candidate, DetectorRules, DetectorTools, Layer } from './candidate.ts';
import { detectAssigned, detectNamed } from './detect-assignment.ts';
import { callKeywords, detectCall } from './detect-call.ts';
import { detectFormat } from './detect-format.ts';
import { detectPrivateKey, detectPuttyKey } from './detect-key-material.ts';
import { detectKubernetesSecret } from './detect-kubernetes-secret.ts';
import { detectLink } from './detect-link.ts';
import { escapeKeywords } from './escapes.ts';
import { FormatMatcher } from './format-matcher.ts';
import { KeywordAutomaton } from './keyword-automaton.ts';
import type { ScanRule } from './rule.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What one pass over a layer gave. */
export interface LayerScan {
  candidates: Candidate[];
  /** Places where an escape begins that hides ASCII, for decoding. */
  escapes: number[];
  /** The work allowed for a layer of this size was used up; the rest of the layer was not looked at. */
  exhausted: boolean;
  /** The work that was done, counted so that it depends on the text alone. */
  steps: number;
  /** For detectors that add to this scan. */
  tools: DetectorTools;
}

/** The words in names that are worth reading an assignment for. Substrings count, so the shorter word stands for the longer. */
const assignmentWords = [
  'pass',
  'pwd',
  'secret',
  'token',
  'key',
  'cred',
  'auth',
  'salt',
  'senha',
  'kennwort',
  'contrasena',
  '_pw',
  'pw_',
  'bearer',
  'signature',
  'psw',
  'wachtwoord',
];

/** An ordinary file needs less than one step a byte; this stops files that are made to be slow. */
const stepsPerByte = 24;
const baseSteps = 4_000_000;
const maxCandidates = 5000;

type Action = (layer: Layer, start: number, end: number, scan: LayerScan) => void;

/** All keywords of all rules in one automaton; each occurrence starts the detectors that asked for it. */
export class Scanner {
  readonly #automaton: KeywordAutomaton;
  readonly #lengths: number[];
  readonly #actions: Action[][];
  readonly #vocabulary: Vocabulary;
  readonly #detectorRules: DetectorRules;

  constructor(rules: readonly ScanRule[], vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.#detectorRules = new Map(rules.flatMap((rule) => (rule.detector ? [[rule.detector, rule]] : [])));
    const actions = new Map<string, Action[]>();
    const on = (keyword: string, action: Action) => {
      const lower = keyword.toLowerCase();
      const known = actions.get(lower);
      if (known) known.push(action);
      else actions.set(lower, [action]);
    };
    for (const rule of rules) this.#register(rule, on);
    this.#registerDetectors(on);
    this.#automaton = new KeywordAutomaton([...actions.keys()]);
    this.#lengths = [...actions.keys()].map((keyword) => keyword.length);
    this.#actions = [...actions.values()];
  }

  get detectorRules(): DetectorRules {
    return this.#detectorRules;
  }

  scan(layer: Layer): LayerScan {
    const scan: LayerScan = {
      candidates: [],
      escapes: [],
      exhausted: false,
      steps: 0,
      tools: {
        vocabulary: this.#vocabulary,
        rules: this.#detectorRules,
        report: (candidate) => void scan.candidates.push(candidate),
        charge: (steps) => {
          scan.steps += steps;
        },
      },
    };
    const budget = baseSteps + layer.bytes.length * stepsPerByte;
    this.#automaton.scan(layer.bytes, (keyword, end) => {
      if (scan.steps > budget || scan.candidates.length >= maxCandidates) {
        scan.exhausted = true;
        return;
      }
      const start = end - this.#lengths[keyword]!;
      const actions = this.#actions[keyword]!;
      for (let i = 0; i < actions.length; i++) actions[i]!(layer, start, end, scan);
    });
    return scan;
  }

  #register(rule: ScanRule, on: (keyword: string, action: Action) => void): void {
    if (rule.detector !== undefined) return;
    const matcher = new FormatMatcher(rule);
    for (const keyword of rule.keywords) {
      on(keyword.text, (layer, start, end, scan) => {
        if (isGuarded(layer, start, keyword)) return;
        const before = matcher.steps;
        if (rule.pattern !== undefined) detectFormat(layer, rule, matcher, keyword.variant, end, scan.tools);
        else detectNamed(layer, rule, matcher, start, end, scan.tools);
        scan.steps += 16 + matcher.steps - before;
      });
    }
  }

  #registerDetectors(on: (keyword: string, action: Action) => void): void {
    const detect = (keyword: string, cost: number, action: Action) =>
      on(keyword, (layer, start, end, scan) => {
        scan.steps += cost;
        action(layer, start, end, scan);
      });
    for (const word of assignmentWords)
      detect(word, 24, (layer, start, end, scan) => detectAssigned(layer, start, end, scan.tools));
    detect('://', 24, (layer, start, _end, scan) => detectLink(layer, start, scan.tools));
    detect('-----begin ', 64, (layer, start, _end, scan) => detectPrivateKey(layer, start, scan.tools));
    detect('putty-user-key-file-', 64, (layer, start, _end, scan) =>
      detectPuttyKey(layer, start, scan.tools),
    );
    detect('kind: secret', 256, (layer, start, _end, scan) =>
      detectKubernetesSecret(layer, start, scan.tools),
    );
    for (const [index, keyword] of callKeywords.entries())
      detect(keyword, 64, (layer, _start, end, scan) => detectCall(layer, index, end, scan.tools));
    for (const keyword of escapeKeywords)
      detect(keyword, 1, (_layer, start, _end, scan) => scan.escapes.push(start));
  }
}

/** The cheap guard before a detector: most keywords are inside of longer words, or in the wrong case. */
function isGuarded(layer: Layer, start: number, keyword: ScanRule['keywords'][number]): boolean {
  const { bytes } = layer;
  if (keyword.first && start > 0 && isAlphanumeric(bytes[start - 1]!)) return true;
  if (keyword.exact) {
    const { text } = keyword;
    for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text.charCodeAt(i)) return true;
  }
  return false;
}

function isAlphanumeric(byte: number): boolean {
  return (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);
}
