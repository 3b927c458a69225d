import { hash } from 'node:crypto';
import type { Finding } from '../model/finding.ts';
import { pathKind } from '../model/path-kind.ts';
import { type CodeWord, codeWords, lineCommentOf } from './code-words.ts';

/**
 * What a finding looks like, apart from where it is: features with a weight, each once however often it occurs. What the rule points at counts, the
 * rest of its line hardly, and the lines around it not at all, which anybody can fill. Features are hashed, so that a shape says little about the code, and by SHA-256, so
 * that nobody can write other words that hash to the same.
 */
export type FindingShape = ReadonlyMap<string, number>;

type Weights = Record<CodeWord['kind'], number>;

/** In a program called names are those of libraries and say most; a variable has another name in the next repository. */
const programWeights: Weights = { called: 4, member: 2, name: 0.5, text: 0.75, number: 0.25, mark: 0 };
/** In a configuration every name is one that its format or another product gives. */
const configurationWeights: Weights = { called: 3, member: 2, name: 3, text: 2, number: 0.25, mark: 0 };
const pairWeight = 1;
/** Of the rest of the line. */
const restWeight = 0.25;
const flowWeight = 3;
const subjectWeight = 8;
const pathWeight = 2;

const maxLines = 6;
const maxCodeLength = 1_200;
const maxMessageLength = 200;
const maxAdvisories = 20;

type Add = (feature: string, weight: number) => void;

export function shapeOf(finding: Finding): FindingShape {
  const features = new Map<string, number>();
  const add: Add = (feature, weight) => {
    if (weight > 0) features.set(feature, weight);
  };
  add(`path ${pathKind(finding.file)}`, pathWeight);
  if (finding.package) addPackage(add, finding.package);
  else addCode(add, finding);
  return new Map([...features].map(([feature, weight]) => [hashed(feature), weight]));
}

/** The lines that the rule points at. */
export function flaggedCode({ snippet, startLine, endLine }: Finding): string {
  if (!snippet) return '';
  const first = startLine - snippet.startLine;
  const last = Math.min(endLine - snippet.startLine, first + maxLines - 1);
  const lines = snippet.text.split('\n').slice(first, last + 1);
  return lines.join('\n').slice(0, maxCodeLength);
}

/** As one short text, to be stored. */
export function packShape(shape: FindingShape): string {
  return [...shape].map(([feature, weight]) => `${feature}${weight}`).join(' ');
}

export function unpackShape(packed: string): FindingShape {
  return new Map(
    packed.split(' ').flatMap((part) => {
      const weight = Number(part.slice(hashLength));
      return weight > 0 ? [[part.slice(0, hashLength), weight] as const] : [];
    }),
  );
}

/** 66 bits. */
const hashLength = 11;

function hashed(feature: string): string {
  return hash('sha256', feature, 'base64url').slice(0, hashLength);
}

/** A vulnerable package is the same problem wherever it is locked. */
function addPackage(add: Add, { purl, vulnIds }: NonNullable<Finding['package']>): void {
  add(`package ${purl.replace(/@[^@/]*$/, '')}`, subjectWeight);
  for (const id of vulnIds.slice(0, maxAdvisories)) add(`advisory ${id}`, subjectWeight / 2);
}

function addCode(add: Add, finding: Finding): void {
  const { secret, trace = [] } = finding;
  if (secret) {
    add(`provider ${secret.provider}`, flowWeight);
    add(`credential ${secret.redacted}`, flowWeight);
  }
  for (const { kind, message } of trace) {
    if (kind === 'source') add(`source ${message.slice(0, maxMessageLength)}`, flowWeight);
    if (kind === 'sink') addWords(add, 'sink', codeIn(message), finding);
  }
  const { code, rest } = pointedAt(finding);
  // Of what nobody can see nobody can say that it looks like something else.
  if (code.trim() === '') add(`unseen ${finding.fingerprint}`, subjectWeight);
  addWords(add, 'code', code, finding);
  addWords((feature, weight) => add(feature, weight * restWeight), 'rest', rest, finding);
}

/** The expression that the rule points at, and what else is on its line; all is one where only the lines are known. */
function pointedAt(finding: Finding): { code: string; rest: string } {
  const { startLine, endLine, startColumn, endColumn, engine } = finding;
  const whole = flaggedCode(finding);
  // Of a credential only the value is pointed at, which is masked: what it is assigned to says more.
  if (startColumn === undefined || endColumn === undefined || startLine !== endLine || engine === 'secrets')
    return { code: whole, rest: '' };
  // Where a long line was cut this is empty: what is left of the line is not what the rule points at.
  const code = whole.slice(startColumn - 1, endColumn - 1);
  return { code, rest: `${whole.slice(0, startColumn - 1)} ${whole.slice(endColumn - 1)}` };
}

/** Code in a message is between backticks. */
function codeIn(message: string): string {
  return message.match(/`([^`]*)`/)?.[1]?.slice(0, maxMessageLength) ?? '';
}

function addWords(add: Add, part: string, code: string, { file, engine }: Finding): void {
  // What a credential is assigned to is all that is known of it.
  const isProgram = engine === 'code';
  const weights = isProgram ? programWeights : configurationWeights;
  let before = '';
  for (const { kind, text } of codeWords(code, lineCommentOf(file))) {
    add(`${part} ${kind} ${text}`, weights[kind]);
    // The order of what stays the same when variables are renamed.
    const isOwn = kind === 'text' || kind === 'number' || (kind === 'name' && isProgram);
    const outline = isOwn ? kind : text;
    if (before !== '') add(`${part} pair ${before} ${outline}`, pairWeight);
    before = outline;
  }
}
