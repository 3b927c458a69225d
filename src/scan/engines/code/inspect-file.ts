import { languageOf } from '../../syntax/languages.ts';
import { createParser, type Parser } from '../../syntax/parser.ts';
import { Passages } from './analysis/conditions/passages.ts';
import { Interpreter } from './analysis/interpreter.ts';
import { allAbilities, defaultBudgets } from './analysis/options.ts';
import type { Language } from './analysis/run.ts';
import { stepsOf, type TaintEntry } from './domain/taint.ts';
import { deepTaint, type Value } from './domain/value.ts';
import { languageModules } from './frontends/registry.ts';
import type { Expr, ModuleIr } from './ir/ir.ts';
import { givesByPlace } from './ir/language-traits.ts';
import { printExpression } from './ir/print-ir.ts';
import { FactsBuilder } from './judging/facts-builder.ts';
import { FindingLog } from './judging/finding-log.ts';
import { FunctionsOfFile } from './judging/proof/functions-of-file.ts';
import { WayProof } from './judging/proof/way-proof.ts';
import { Reporter } from './judging/reporter.ts';
import { SourcePlaces } from './judging/source-places.ts';
import { allLabels, labelNames } from './knowledge/labels.ts';
import { loadRules, rulesFolder } from './knowledge/load-rules.ts';
import type { RuleSet } from './knowledge/rule-set.ts';
import type { Sanitizer } from './knowledge/rule-types.ts';
import { classifyFile } from './reading/file-class.ts';

/** What the engine knows about one expression at the end of its analysis. */
interface TracedExpression {
  /** As written, shortened. */
  code: string;
  /** As lowered. */
  ir: string;
  /** The qualified name that rules are matched against. */
  name?: string;
  /** What the rules know under that name. */
  known: string[];
  constant?: unknown;
  /** A text whose unknown parts are shown as `…`. */
  text?: string;
  taints: TracedTaint[];
}

interface TracedTaint {
  /** Where it comes from, in words. */
  origin: string;
  /** Lines from the origin to here. */
  lines: number[];
  /** What it was cleared for on the way here; empty: it can do every harm. */
  clearedFor: string[];
  /** What it has passed on the way, of which no more than the name is known. */
  check?: string;
}

interface LineTrace {
  line: number;
  source: string;
  expressions: TracedExpression[];
  findings: Array<{ ruleId: string; severity: string; title: string }>;
  /** Functions whose step budget was spent. */
  exceeded: readonly string[];
}

/** Looks into one file for people who write rules: its lowered form, and what the analysis knows at a line. */
export class InspectedFile {
  readonly module: ModuleIr;
  readonly #path: string;
  readonly #text: string;
  readonly #language: Language;
  readonly #rules: RuleSet;

  private constructor(path: string, text: string, language: Language, rules: RuleSet, module: ModuleIr) {
    this.#path = path;
    this.#text = text;
    this.#language = language;
    this.#rules = rules;
    this.module = module;
  }

  /** Undefined where the engine knows no language for the path or the text is beyond the parser's limits. */
  static async open(path: string, text: string, parser?: Parser): Promise<InspectedFile | undefined> {
    const known = languageModules.get(languageOf(path) ?? '');
    const tree = known && (parser ?? (await createParser())).parse(path, text);
    if (!known || !tree) return undefined;
    const { language } = await known.load();
    const rules = loadRules(known.rules, rulesFolder);
    return new InspectedFile(path, text, language, rules, language.lower(tree, text, path));
  }

  /** Analyses the file alone, without what the linker knows of other files. */
  trace(line: number): LineTrace {
    return this.#traces([line])[0]!;
  }

  /** The same for every line at which there is an expression or a finding. */
  traceAll(): LineTrace[] {
    const lines = this.#text
      .split('\n')
      .keys()
      .map((index) => index + 1);
    return this.#traces([...lines]).filter(
      ({ expressions, findings }) => expressions.length + findings.length > 0,
    );
  }

  #traces(lines: readonly number[]): LineTrace[] {
    const places = new SourcePlaces(this.#text);
    const fileClass = classifyFile(this.#path, this.#text);
    const facts = new FactsBuilder(
      places,
      fileClass,
      this.#language.hiddenIn?.(this.#text),
      this.#language.handsOnFunctions,
      givesByPlace(this.#language),
    );
    const log = new FindingLog(this.#path, places, fileClass);
    const lineOf = (expr: Expr) => places.place(expr)[0];
    const wanted = new Set(lines);
    const run = new RecordingInterpreter(
      this.module,
      {
        file: {
          path: this.#path,
          text: this.#text,
          passages: new Passages(this.#text),
          imports: () => true,
          modulePath: (specifier) => this.#language.modulePath(specifier, this.#path),
          ownNames: this.#language.ownNames?.(this.#text) ?? new Set(),
          externalNames: this.#rules.externalNames(languageOf(this.#path) ?? ''),
        },
        rules: this.#rules,
        traits: this.#language,
        events: new Reporter(log, facts, new WayProof(this.#text, new FunctionsOfFile(this.module))),
        facts,
        abilities: allAbilities,
        budgets: defaultBudgets,
      },
      (expr) => wanted.has(lineOf(expr)),
    );
    run.run();
    log.settle();
    const recorded = Map.groupBy(run.recorded, ([expr]) => lineOf(expr));
    const sources = this.#text.split('\n');
    return lines.map((line) => ({
      line,
      source: sources[line - 1]?.trim() ?? '',
      expressions: (recorded.get(line) ?? [])
        .sort(([a], [b]) => a.start - b.start || b.end - a.end)
        .map(([expr, value]) => this.#describe(places, expr, value)),
      findings: log.findings
        .filter((finding) => finding.startLine <= line && line <= finding.endLine)
        .map(({ ruleId, severity, title }) => ({ ruleId, severity, title })),
      exceeded: run.exceeded,
    }));
  }

  #describe(places: SourcePlaces, expr: Expr, value: Value): TracedExpression {
    const match = value.name && this.#rules.match(value.name);
    const known = match
      ? [
          ...match.sources.map(({ kind, title }) => `source of ${kind} data: ${title}`),
          ...match.sinks.map(({ rule }) => `sink of ${rule.id}`),
          ...match.checks.map(({ rule }) => `checked by ${rule.id}`),
          ...match.sanitizers.map(describeSanitizer),
          ...match.guards.map(() => 'guard'),
          ...(match.exits ? ['never returns'] : []),
          ...match.entries.map(() => 'registers an entry point'),
          ...(match.alias ? [`the same as ${match.alias.join('.')}`] : []),
        ]
      : [];
    return {
      code: places.code(expr).slice(0, maxShown),
      ir: printExpression(expr).split('\n')[0]!.slice(0, maxShown),
      ...(value.name && { name: String(value.name) }),
      known: [...new Set(known)],
      ...(value.constant !== undefined && { constant: value.constant }),
      ...(value.text !== undefined && { text: value.text.replaceAll('\0', '…').slice(0, maxShown) }),
      taints: (deepTaint(value) ?? []).map((entry) => describeTaint(places, entry)),
    };
  }
}

/** Remembers the last value of every expression that it is asked to. */
class RecordingInterpreter extends Interpreter {
  readonly recorded = new Map<Expr, Value>();
  readonly #wants: (expr: Expr) => boolean;

  constructor(
    ...[module, surroundings, wants]: [...ConstructorParameters<typeof Interpreter>, (expr: Expr) => boolean]
  ) {
    super(module, surroundings);
    this.#wants = wants;
  }

  override evaluate(expr: Expr): Value {
    const value = super.evaluate(expr);
    if (expr.k !== 'function' && expr.k !== 'class' && this.#wants(expr)) this.recorded.set(expr, value);
    return value;
  }
}

/** A call that clears one kind of harm, as a text does of operators of MongoDB, is none for the others. */
function describeSanitizer({ clears, strips, when }: Sanitizer): string {
  const condition = when.length > 0 ? ', where its conditions hold' : '';
  if (strips) return `sanitizer of the characters that it replaces${condition}`;
  const labels = (clears & allLabels) === allLabels ? 'every label' : namesIn(clears).join(', ');
  return `sanitizer of ${labels}${condition}`;
}

function namesIn(mask: number): string[] {
  return labelNames.filter((_, bit) => (allLabels & mask & (1 << bit)) !== 0);
}

function describeTaint(places: SourcePlaces, entry: TaintEntry): TracedTaint {
  const { origin, mask } = entry;
  const lines = stepsOf(entry).map(({ span }) => places.place(span)[0]);
  const clearedFor = namesIn(~mask);
  const from =
    origin.k === 'source'
      ? `${origin.kind}: ${origin.title}`
      : origin.k === 'parameter'
        ? `whatever callers pass as ${origin.index < 0 ? 'the object' : `argument ${origin.index + 1}`}${origin.field === undefined ? '' : `, field ${origin.field}`}`
        : 'the result of a function in another file';
  const first = origin.k === 'source' ? [places.place(origin.span)[0]] : [];
  const { check } = entry;
  return { origin: from, lines: [...first, ...lines], clearedFor, ...(check !== undefined && { check }) };
}

const maxShown = 160;
