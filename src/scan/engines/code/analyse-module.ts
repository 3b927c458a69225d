import type { EngineFinding } from '../../model/finding.ts';
import { type Attempt, unguarded } from '../attempt.ts';
import type { FileImports } from '../engine.ts';
import { importedPackages } from './analysis/conditions/imported-packages.ts';
import { Passages } from './analysis/conditions/passages.ts';
import { Interpreter } from './analysis/interpreter.ts';
import type { Abilities, Budgets } from './analysis/options.ts';
import type { Language } from './analysis/run.ts';
import type { FileFacts } from './domain/facts.ts';
import type { ModuleIr } from './ir/ir.ts';
import { givesByPlace } from './ir/language-traits.ts';
import { FactsBuilder } from './judging/facts-builder.ts';
import { FindingLog } from './judging/finding-log.ts';
import { FunctionsOfFile } from './judging/proof/functions-of-file.ts';
import { WayProof } from './judging/proof/way-proof.ts';
import { Reporter } from './judging/reporter.ts';
import { SourcePlaces } from './judging/source-places.ts';
import type { RuleSet } from './knowledge/rule-set.ts';
import type { FileClass } from './reading/file-class.ts';

/** One lowered file with all that its analysis depends on. */
interface ModuleToAnalyse {
  readonly attempt?: Attempt;
  readonly path: string;
  readonly text: string;
  readonly language: string;
  readonly module: ModuleIr;
  readonly fileClass: FileClass;
  readonly rules: RuleSet;
  readonly traits: Language;
  readonly abilities: Abilities;
  readonly budgets: Budgets;
  readonly modulePath: (specifier: string) => string[];
  /** Absent where nobody read them. */
  readonly imports?: FileImports | undefined;
}

interface ModuleAnalysis {
  readonly findings: EngineFinding[];
  readonly facts: FileFacts | undefined;
  /** Functions whose step budget was spent. */
  readonly exceeded: readonly string[];
}

const noNames: ReadonlySet<string> = new Set();

/** Runs a lowered file and gathers what its two listeners made of it: findings here, facts for the linker. */
export function analyseModule(given: ModuleToAnalyse): ModuleAnalysis {
  const { path, text, module, fileClass, rules, traits, abilities, budgets, modulePath } = given;
  const places = new SourcePlaces(text);
  const facts = new FactsBuilder(
    places,
    fileClass,
    traits.hiddenIn?.(text),
    traits.handsOnFunctions,
    givesByPlace(traits),
  );
  const log = new FindingLog(path, places, fileClass);
  const reporter = new Reporter(log, facts, new WayProof(text, new FunctionsOfFile(module)));
  const file = {
    path,
    text,
    passages: new Passages(text),
    modulePath,
    imports: importedPackages(given.imports),
    ownNames: traits.ownNames?.(text) ?? noNames,
    externalNames: rules.externalNames(given.language),
  };
  // Names are remembered for one file only, or the table of them would grow with the repository.
  rules.forgetNames();
  const run = new Interpreter(module, { file, rules, traits, events: reporter, facts, abilities, budgets });
  // What was found before a crash is kept.
  (given.attempt ?? unguarded)({ path }, () => run.run());
  reporter.settle(run);
  log.settle();
  const { findings, held } = log.decided();
  return {
    findings,
    facts: facts.finish(given.language, reporter.awaited, held),
    exceeded: run.exceeded,
  };
}
