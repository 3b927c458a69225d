import { createHash } from 'node:crypto';
import type { CodeRulePack } from '../../model/code-rule-pack.ts';
import { type LanguageTable, languageTable, mayEmbedScripts } from '../../syntax/languages.ts';
import { spelledOut } from '../../syntax/readable-source.ts';
import { type Attempt, attemptOf } from '../attempt.ts';
import type { Engine, EngineTools, FileAnalysis, FileImports, SourceFile } from '../engine.ts';
import { analyseModule } from './analyse-module.ts';
import { type Abilities, allAbilities, type Budgets, defaultBudgets } from './analysis/options.ts';
import type { Language } from './analysis/run.ts';
import { copiedLibrary, malformed, minified, notParsed, skippedParts, unreadPage } from './coverage-notes.ts';
import type { FileFacts } from './domain/facts.ts';
import { packageName } from './frontends/go/imports.ts';
import { type LanguageRegistry, languageModules, ruleFolders } from './frontends/registry.ts';
import type { ImportReader } from './frontends/shared/import-log.ts';
import { libraryMember } from './judging/library-members.ts';
import { LinkedFindings } from './judging/linked-findings.ts';
import { onceForEachPlace, waitingAtPlaces } from './judging/same-place.ts';
import { readSettings, settleChecks } from './judging/settings.ts';
import { findingsOfMatches } from './judging/text-matches.ts';
import { digestOfRules, loadRules, rulesFolder } from './knowledge/load-rules.ts';
import type { RuleFile } from './knowledge/rule-file.ts';
import type { RuleSet } from './knowledge/rule-set.ts';
import type { RuleMeta } from './knowledge/rule-types.ts';
import { AwaitedProofs } from './linking/awaited-proofs.ts';
import { SharedParts } from './linking/facts/shared-parts.ts';
import { Linker } from './linking/linker.ts';
import { majorsIn } from './linking/manifests/asked-versions.ts';
import { moduleIn } from './linking/manifests/module-roots.ts';
import { isPackageFile, isPublished, saysItIsNone } from './linking/manifests/published-packages.ts';
import { classifyFile, isOthersCode, isServedCopy, isVendored } from './reading/file-class.ts';
import { isGeneratedPage } from './reading/generated-page.ts';
import { type Reading, readablePart } from './reading/readable-part.ts';
import { strangeEncoding } from './reading/strange-encoding.ts';
import { unsupportedLanguage } from './reading/unsupported-language.ts';
import { ratedForMail } from './templates/mail/mail-pages.ts';
import { findSubstitutions, isMapperFile, substitutionRule } from './templates/mapper-files.ts';
import { isNoMarkup, withoutDoubles } from './templates/page-doubles.ts';
import { scriptsOfPage } from './templates/page-scripts.ts';
import { isPageOfCode, isTextTemplate, type TemplateSyntax, templateSyntaxOf } from './templates/syntaxes.ts';
import { analyseTemplate } from './templates/template-analysis.ts';
import { loadTemplateRules, type TemplateRule, templateFolder } from './templates/template-rules.ts';

export interface CodeEngineOptions {
  abilities?: Abilities;
  budgets?: Budgets;
  /** Another folder of rules than the packaged one. */
  rulesFolder?: string;
  /** Keeps what several rules say of one place, so that each of them can be tried alone. */
  everyRule?: boolean;
  /** What users add to the rules. */
  packs?: readonly CodeRulePack[];
  /** Hears of each name of the rules that a file leads to. */
  onName?: (pattern: string) => void;
  /** Other languages than those of this package, and the files that they are found in. */
  languages?: LanguageRegistry;
  languageTable?: LanguageTable;
}

/** Follows data through the code of a repository and checks how dangerous interfaces are used. */
export function createCodeEngine(options: CodeEngineOptions = {}): Engine<FileFacts> {
  return new CodeEngine(options);
}

class CodeEngine implements Engine<FileFacts> {
  readonly id = 'code';
  readonly readsTrees = true;
  readonly #abilities: Abilities;
  readonly #budgets: Budgets;
  readonly #folder: string;
  readonly #everyRule: boolean;
  readonly #packs: readonly CodeRulePack[];
  readonly #onName: CodeEngineOptions['onName'];
  readonly #modules: LanguageRegistry;
  readonly #table: LanguageTable;
  readonly #traits = new Map<string, Language>();
  readonly #importReaders = new Map<string, ImportReader>();
  readonly #ruleSets = new Map<string, RuleSet>();
  readonly #ruleIndex = new Map<string, Map<string, RuleMeta>>();
  #templateRules: TemplateRule[] | undefined;
  #version: string | undefined;
  #shared: SharedParts | undefined;

  constructor(options: CodeEngineOptions) {
    this.#abilities = options.abilities ?? allAbilities;
    this.#budgets = options.budgets ?? defaultBudgets;
    this.#folder = options.rulesFolder ?? rulesFolder;
    this.#everyRule = options.everyRule ?? false;
    this.#packs = options.packs ?? [];
    this.#onName = options.onName;
    this.#modules = options.languages ?? languageModules;
    this.#table = options.languageTable ?? languageTable;
  }

  get version(): string {
    this.#version ??= this.#hash();
    return this.#version;
  }

  get rules() {
    const rules: RuleMeta[] = ruleFolders(this.#modules).flatMap((folder) => this.#rulesOf(folder).rules);
    return [...rules, ...this.#rulesOfTemplates()].map(describeRule);
  }

  /** The id of a rule begins with the folder that it is in, so that the rules of other languages need not be read. */
  describe(ids: ReadonlySet<string>) {
    const folders = ruleFolders(this.#modules).filter((folder) =>
      [...ids].some((id) => id.startsWith(`${folder}-`)),
    );
    const templates = [...ids].some((id) => id.startsWith(`${templateFolder}-`))
      ? this.#rulesOfTemplates()
      : [];
    const found = [...folders.flatMap((folder) => this.#rulesOf(folder).rules), ...templates]
      .filter(({ id }) => ids.has(id))
      .map(describeRule);
    return found.length < ids.size ? this.rules.filter(({ id }) => ids.has(id)) : found;
  }

  wants(path: string, sizeBytes: number): boolean {
    const language = this.#table.of(path);
    if (sizeBytes === 0) return false;
    if (isSettings(path) || isMapperFile(path) || isPackageFile(path)) return true;
    return (language !== undefined && this.#modules.has(language)) || templateSyntaxOf(path) !== undefined;
  }

  mayWant(path: string, sizeBytes: number): boolean {
    return sizeBytes > 0 && !this.wants(path, sizeBytes);
  }

  async prepare(paths: readonly string[]): Promise<void> {
    const scripts = paths.some(mayEmbedScripts) ? [scriptLanguage] : [];
    for (const language of new Set([...paths.map((path) => this.#table.of(path)), ...scripts])) {
      if (language === undefined || this.#traits.has(language)) continue;
      const module = this.#modules.get(language);
      const [front, imports] = await Promise.all([module?.load(), module?.loadImports?.()]);
      if (front) this.#traits.set(language, front.language);
      if (imports) this.#importReaders.set(language, imports);
    }
  }

  analyse(file: SourceFile, tools?: EngineTools): FileAnalysis<FileFacts> {
    const attempt = attemptOf(tools);
    const { path } = file;
    if (isSettings(file.path)) return { findings: [], facts: factsOfSettings(file) };
    if (isMapperFile(file.path)) return { findings: this.#mapperFindings(file) };
    if (isPackageFile(path)) return this.#analysePackage(file, attempt);
    const analysis = attempt({ path }, () => this.#analyseCode(file, attempt)) ?? { findings: [] };
    const scripts = attempt({ path }, () => this.#analyseScripts(file));
    const syntax = templateSyntaxOf(file.path) ?? (isPageOfCode(file.path) ? 'php' : undefined);
    const found = syntax && attempt({ path }, () => this.#pageFindings(file, syntax));
    const isPage = syntax !== undefined || mayEmbedScripts(path);
    const notes = [
      ...(analysis.notes ?? []),
      ...(scripts?.notes ?? []),
      ...(isPage ? unreadPage(path, file.text) : []),
    ];
    const ofCode = isTextTemplate(path) ? analysis.findings.filter(isNoMarkup) : analysis.findings;
    if (analysis.facts?.held && isTextTemplate(path))
      analysis.facts.held = analysis.facts.held.filter(({ finding }) => isNoMarkup(finding));
    const ofPage = found ?? [];
    return {
      ...analysis,
      findings: [
        ...(this.#everyRule ? [...ofCode, ...ofPage] : withoutDoubles(ofCode, ofPage)),
        ...(scripts?.findings ?? []),
      ],
      ...(notes.length > 0 && { notes }),
    };
  }

  /** The scripts of a page are a program of their own next to the page; other files do not call into it. */
  #analyseScripts({ path, text, parseAs }: SourceFile): FileAnalysis<never> | undefined {
    const traits = this.#traits.get(scriptLanguage);
    if (!traits || !parseAs || !mayEmbedScripts(path)) return undefined;
    const fileClass = classifyFile(path, text);
    const code = isOthersCode(fileClass) ? undefined : scriptsOfPage(path, text);
    if (code === undefined) return undefined;
    const parsed = parseAs(`${path}.js`, code);
    if (!parsed?.tree) return { findings: [], notes: [notParsed(path, parsed?.failure)] };
    const module = traits.lower(parsed.tree, code, `${path}.js`);
    const { findings, exceeded } = analyseModule({
      path,
      text,
      language: scriptLanguage,
      module,
      fileClass,
      rules: this.#rulesOf(this.#folderOf(scriptLanguage)),
      traits,
      abilities: { ...this.#abilities, crossFile: false },
      budgets: this.#budgets,
      modulePath: () => [],
    });
    return { findings, notes: skippedParts(path, parsed.tree.isPruned || module.truncated, exceeded) };
  }

  /** A manifest that is a program as well is analysed as one. */
  #analysePackage(file: SourceFile, attempt: Attempt): FileAnalysis<FileFacts> {
    const analysis = attempt({ path: file.path }, () => this.#analyseCode(file, attempt)) ?? { findings: [] };
    const isPackage = isPublished(file.path, file.text);
    const majors = majorsIn(file.path, file.text);
    const says = isPackage || (isPackage !== undefined && saysItIsNone(file.path));
    const named = moduleIn(file.path, file.text);
    const module = named && packageName(named);
    if (!says && majors.length === 0 && module === undefined) return analysis;
    const told = {
      ...(says && { isPackage }),
      ...(majors.length > 0 && { majors }),
      ...(module !== undefined && { module }),
    };
    return { ...analysis, facts: { ...(analysis.facts ?? noFacts('manifest')), ...told } };
  }

  #pageFindings({ path, text }: SourceFile, syntax: TemplateSyntax) {
    const fileClass = classifyFile(path, text);
    if (isOthersCode(fileClass) || isGeneratedPage(path, text)) return [];
    const matches = ratedForMail(path, analyseTemplate(text, syntax, this.#rulesOfTemplates()));
    const findings = findingsOfMatches(path, text, fileClass, matches);
    return this.#everyRule ? findings : onceForEachPlace(findings);
  }

  #mapperFindings({ path, text }: SourceFile) {
    const rule = this.#ruleById('java', substitutionRule);
    if (!rule) return [];
    const matches = findSubstitutions(text).map((place) => ({ ...place, rule }));
    return findingsOfMatches(path, text, classifyFile(path, ''), matches);
  }

  #rulesOfTemplates(): TemplateRule[] {
    this.#templateRules ??= loadTemplateRules(this.#folder);
    return this.#templateRules;
  }

  /** By its name, or as the script that it is where the name says nothing or something that it is not. */
  #analyseCode(file: SourceFile, attempt: Attempt): FileAnalysis<FileFacts> {
    const { path, script } = file;
    if (this.#table.of(path) === undefined) return this.#analyseUnnamed(file, attempt);
    const imports = this.#importsOfCopy(file);
    if (imports) return { findings: [], imports, notes: [copiedLibrary(path)] };
    const isDoubtful = script !== undefined && (!file.tree || file.tree.hasError);
    const parsed = isDoubtful ? file.parseAs?.(script.path, file.text) : undefined;
    if (!isDoubtful || !parsed?.tree || parsed.tree.hasError)
      return this.#analyseReading({ file, name: path, tree: file.tree, failure: file.parseFailure }, attempt);
    const reading = { file, name: script.path, tree: parsed.tree, failure: undefined };
    return { ...this.#analyseReading(reading, attempt), readAs: script.path };
  }

  /** What a copy of a library imports, where that is known without reading all of it: a repository may keep ten times as much of them as of its own code. */
  #importsOfCopy({ path, text, parseAs }: SourceFile): FileImports | undefined {
    if (isServedCopy(path, text)) return { modules: [] };
    const { importHead, readImports } = this.#importReaders.get(this.#table.of(path) ?? '') ?? {};
    if (!importHead || !readImports || !isVendored(path)) return undefined;
    const head = importHead(text);
    const tree = parseAs?.(path, head)?.tree;
    return tree && readImports(tree, head);
  }

  #analyseUnnamed(file: SourceFile, attempt: Attempt): FileAnalysis<FileFacts> {
    const { path, script, tree } = file;
    if (!script || (!script.isCertain && (!tree || tree.hasError)))
      return { findings: [], notes: unsupportedLanguage(path, file) };
    const reading = { file, name: script.path, tree, failure: file.parseFailure };
    return { ...this.#analyseReading(reading, attempt), readAs: script.path };
  }

  #analyseReading(reading: Reading, attempt: Attempt): FileAnalysis<FileFacts> {
    const { file, name } = reading;
    const language = this.#table.of(name);
    const traits = language === undefined ? undefined : this.#traits.get(language);
    if (!traits || language === undefined) return { findings: [] };
    if (!reading.tree) return { findings: [], notes: [notParsed(file.path, reading.failure)] };
    const imports = this.#importReaders.get(language)?.readImports(reading.tree, spelledOut(name, file.text));
    const readable = readablePart(reading);
    if (!readable) return { findings: [], ...(imports && { imports }), notes: [minified(file.path)] };
    const { text, tree, fileClass } = readable;
    if (fileClass.kind === 'vendored')
      return { findings: [], ...(imports && { imports }), notes: [copiedLibrary(file.path)] };
    if (!tree) return { findings: [], notes: [notParsed(file.path, readable.failure)] };
    const code = spelledOut(name, text);
    const module = traits.lower(tree, code, name);
    const isTest = fileClass.kind === 'test';
    const { findings, facts, exceeded } = analyseModule({
      attempt,
      path: file.path,
      text,
      language,
      module,
      fileClass,
      rules: this.#rulesOf(this.#folderOf(language)),
      traits,
      abilities: {
        ...this.#abilities,
        // Tests are half of most repositories, and nothing in them is rated above low: every question is asked there, but data is not
        // followed into or out of them, a function is not run again for what each of its callers gives, nor a loop for what its last
        // round left.
        crossFile: this.#abilities.crossFile && !isTest && !traits.isLeaf?.(name),
        repeats: this.#abilities.repeats && !isTest,
      },
      budgets: this.#budgets,
      modulePath: (specifier) => traits.modulePath(specifier, file.path),
      imports,
    });
    const notes = [
      ...(traits.encodingComment ? strangeEncoding(file.path, text) : []),
      ...(readable.isPart ? [minified(file.path)] : tree.hasError ? [malformed(file.path)] : []),
      ...skippedParts(file.path, tree.isPruned || module.truncated, exceeded),
    ];
    const analysis: FileAnalysis<FileFacts> = {
      findings: this.#everyRule ? findings : onceForEachPlace(findings),
    };
    if (imports) analysis.imports = imports;
    if (facts?.held && !this.#everyRule) facts.held = waitingAtPlaces(findings, facts.held);
    if (facts) analysis.facts = facts;
    if (notes.length) analysis.notes = notes;
    return analysis;
  }

  kept(facts: FileFacts): FileFacts {
    this.#shared ??= new SharedParts();
    return this.#shared.share(facts);
  }

  conclude(facts: ReadonlyArray<{ path: string; facts: FileFacts }>, tools?: EngineTools) {
    this.#shared = undefined;
    const attempt = attemptOf(tools);
    const path = '…';
    const ruleOf = (language: string, id: string) => this.#ruleById(this.#folderOf(language), id);
    const { proven, held } = this.#settled(facts, attempt);
    const linked = new LinkedFindings(proven, ruleOf);
    const members = (language: string, name: readonly string[]) =>
      libraryMember(this.#rulesOf(this.#folderOf(language)), name);
    attempt({ path }, () => new Linker(proven, this.#traits, linked, attempt, members).run());
    const settled = attempt({ path }, () => settleChecks(facts, ruleOf));
    return { findings: [...linked.inOrder(), ...held, ...(settled ?? [])] };
  }

  /** With an index of its own, which is not kept: that of the linker takes as much. */
  #settled(facts: ReadonlyArray<{ path: string; facts: FileFacts }>, attempt: Attempt) {
    const path = '…';
    const proofs = new AwaitedProofs(facts, this.#traits);
    const proven = attempt({ path }, () => proofs.settled()) ?? facts;
    const held =
      attempt({ path }, () => proofs.findings()) ??
      facts.flatMap(({ facts: { held } }) => held?.map(({ finding }) => finding) ?? []);
    return { proven, held };
  }

  #rulesOf(folder: string): RuleSet {
    let rules = this.#ruleSets.get(folder);
    if (!rules) {
      const added = this.#packs.flatMap((pack) => (pack.rules[folder] ?? []) as readonly RuleFile[]);
      rules = loadRules(folder, this.#folder, added, this.#onName);
      this.#ruleSets.set(folder, rules);
    }
    return rules;
  }

  #folderOf(language: string): string {
    return this.#modules.get(language)!.rules;
  }

  #ruleById(folder: string, id: string): RuleMeta | undefined {
    let index = this.#ruleIndex.get(folder);
    if (!index) {
      index = new Map(this.#rulesOf(folder).rules.map((rule) => [rule.id, rule]));
      this.#ruleIndex.set(folder, index);
    }
    return index.get(id);
  }

  #hash(): string {
    const rules = digestOfRules([...ruleFolders(this.#modules), templateFolder], this.#folder);
    return createHash('sha256')
      .update(
        JSON.stringify([rules, this.#abilities, this.#budgets, this.#packs.map(({ digest }) => digest)]),
      )
      .digest('hex')
      .slice(0, 16);
  }
}

/** Java keeps settings, such as names of algorithms, in files of their own. */
function isSettings(path: string): boolean {
  return path.endsWith('.properties');
}

function factsOfSettings({ path, text }: SourceFile): FileFacts {
  const isProduct = classifyFile(path, '').kind === 'product';
  return { ...noFacts('properties'), isProduct, settings: readSettings(text) };
}

function noFacts(language: string): FileFacts {
  const none = { sources: [], functions: [], quiet: [], called: [], exports: [], reexports: [] };
  return { language, isProduct: true, ...none };
}

function describeRule(rule: RuleMeta) {
  const { id, title, suggestion, severity, confidence, category, cwe, references } = rule;
  return {
    id,
    title,
    description: rule.message,
    suggestion,
    severity,
    confidence,
    category,
    cwe,
    references,
  };
}

const scriptLanguage = 'javascript';
