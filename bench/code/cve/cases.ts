import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineFinding } from '../../../src/scan/model/finding.ts';
import { severities } from '../../../src/scan/model/finding.ts';

/** A published vulnerability: the commit before its fix, the fix, and the lines of product code that the fix touched. */
export interface Case {
  id: string;
  repo: string;
  language: string;
  class: string;
  before: string;
  fix: string;
  where: Record<string, Array<[number, number]>>;
  /** Whether it is never read while knowledge is written, where its list says so itself. */
  heldBack?: boolean;
}

export function readCases(file: string): Case[] {
  return JSON.parse(readFileSync(file, 'utf8')) as Case[];
}

/** A third of the repositories, or as many as a list names, is never read while knowledge is written, so that its figures are those of unseen code. */
export function isHeldBack({ repo, heldBack }: Case): boolean {
  if (heldBack !== undefined) return heldBack;
  return createHash('sha256').update(repo).digest()[0]! % 3 === 0;
}

/** The bare clone of a case's repository, where it is there. */
export function gitFolder({ repo }: { repo: string }, mirror: string): string | undefined {
  const folder = join(mirror, repo.replace('/', '+'), 'repo');
  const inside = join(folder, '.git');
  if (existsSync(inside)) return inside;
  return existsSync(folder) ? folder : undefined;
}

/** Findings of a fitting class at medium or worse. */
export function fitting(given: Case, findings: readonly EngineFinding[]): EngineFinding[] {
  const known = weaknesses[given.class] ?? [];
  return findings.filter(
    ({ cwe, severity }) =>
      severities.indexOf(severity) <= severities.indexOf('medium') &&
      cwe.some((id) => known.includes(Number(/\d+/.exec(id)?.[0]))),
  );
}

/** Those within ten lines of what the fix touched, or whose flow passes within three lines of it. */
export function hitting(given: Case, findings: readonly EngineFinding[]): EngineFinding[] {
  const near = (file: string, from: number, to: number, slack: number) =>
    (given.where[file] ?? []).some(([first, last]) => from <= last + slack && to >= first - slack);
  return fitting(given, findings).filter(
    ({ file, startLine, endLine, trace }) =>
      near(file, startLine, endLine, 10) ||
      (trace ?? []).some((step) => near(step.file, step.line, step.line, 3)),
  );
}

const weaknesses: Record<string, number[]> = {
  'sql-injection': [89, 564, 943],
  'command-injection': [77, 78, 88],
  'code-injection': [94, 95, 96, 917, 1336, 470],
  deserialization: [502, 1321, 915],
  'path-traversal': [22, 23, 36, 73, 59, 98, 434, 377],
  xss: [79, 80, 83, 87, 116],
  ssrf: [918, 611],
  'open-redirect': [601],
  xxe: [611, 776, 827],
  redos: [1333, 400, 730, 185, 624],
  'prototype-pollution': [1321, 915, 471],
  'header-injection': [93, 113, 644],
  'ldap-xpath-nosql': [90, 643, 943, 652],
  'log-injection': [117],
  'crypto-random': [330, 338, 326, 327, 328, 208, 295, 347, 331, 916],
  'secrets-exposure': [798, 259, 532, 312, 200, 209],
};
