import type { Clock } from '../../../kernel/clock.ts';
import { compareTexts } from '../../../kernel/compare-texts.ts';
import { shapeOf } from '../../likeness/finding-shape.ts';
import { likeness } from '../../likeness/likeness.ts';
import type { Finding } from '../../model/finding.ts';
import type { SimilarDecision } from '../../model/similar-decision.ts';
import type { StoredDecision, TriageStore } from '../triage-store.ts';
import type { DecisionMemory, RecalledDecision } from './decision-memory.ts';
import { decisionText } from './finding-text.ts';

/** Calibrated on findings of 45 repositories; see docs/decisions/similar-decisions.md. */
export const similarBar = 0.6;
/** A finding of another rule with the same weakness is less alike, however alike the code is. */
const otherRule = 0.8;
/** So many decisions about a rule or a weakness are compared; where there are more, those with the most words in common as well. */
const compared = 64;
const shown = 5;
/** So many findings of a report are looked up. */
const attached = 500;

/** The similar decisions of some findings, by the id of the finding; each list is whole and the best first. */
export type SimilarByFinding = ReadonlyMap<string, SimilarDecision[]>;

/**
 * Decisions about findings that look like a given one, in any repository of the tenant. Memory proposes; only what is stored says whether a
 * decision holds, so that one that expired or was taken back is gone at once.
 */
export class SimilarDecisions {
  readonly #memory: DecisionMemory;
  readonly #store: Pick<TriageStore, 'decisionsOf'>;
  readonly #clock: Clock;
  readonly #onFailure: (error: unknown) => void;

  constructor(parts: {
    memory: DecisionMemory;
    store: Pick<TriageStore, 'decisionsOf'>;
    clock: Clock;
    /** Told when memory cannot answer: findings are then shown without similar decisions. */
    onFailure: (error: unknown) => void;
  }) {
    this.#onFailure = parts.onFailure;
    this.#memory = parts.memory;
    this.#store = parts.store;
    this.#clock = parts.clock;
  }

  /** Whether anything was decided at all: most lists of findings need no more than that. */
  async hasAny(tenantId: string): Promise<boolean> {
    try {
      return await this.#memory.hasAny(tenantId);
    } catch (error) {
      this.#onFailure(error);
      return false;
    }
  }

  async of(tenantId: string, finding: Finding): Promise<SimilarDecision[]> {
    const found = await this.ofMany(tenantId, [finding]);
    return found.get(finding.id)!.slice(0, shown);
  }

  /** The worst of these findings with what was decided about those that look like them. Findings come most severe first. */
  async attach(tenantId: string, findings: readonly Finding[]): Promise<Finding[]> {
    if (findings.length === 0 || !(await this.hasAny(tenantId))) return [...findings];
    const similar = await this.ofMany(tenantId, findings.slice(0, attached));
    return findings.map((finding) => {
      const decisions = similar.get(finding.id)?.slice(0, shown) ?? [];
      return decisions.length === 0 ? finding : { ...finding, similar: decisions };
    });
  }

  async ofMany(tenantId: string, findings: readonly Finding[]): Promise<SimilarByFinding> {
    const alike = new Map<string, Alike[]>();
    for (const group of byKind(findings).values())
      for (const [id, decisions] of await this.#compare(tenantId, group)) alike.set(id, decisions);
    const ids = new Set([...alike.values()].flatMap((list) => list.map(({ findingId }) => findingId)));
    const stored = ids.size === 0 ? new Map() : await this.#store.decisionsOf(tenantId, [...ids]);
    const now = this.#clock.now();
    return new Map(
      [...alike].map(([id, list]) => [id, list.flatMap((one) => view(one, stored.get(one.findingId), now))]),
    );
  }

  /** Findings of one rule and weakness, so that what was decided about these is read once. */
  async #compare(tenantId: string, findings: readonly Finding[]): Promise<Array<[string, Alike[]]>> {
    try {
      return await this.#compareAll(tenantId, findings);
    } catch (error) {
      // A finding is worth showing without them.
      this.#onFailure(error);
      return findings.map(({ id }) => [id, []]);
    }
  }

  async #compareAll(tenantId: string, findings: readonly Finding[]): Promise<Array<[string, Alike[]]>> {
    const [first] = findings as [Finding];
    const { items, more } = await this.#memory.newest(tenantId, first, compared);
    const alike: Array<[string, Alike[]]> = [];
    for (const finding of findings) {
      const candidates = new Map(items.map((one) => [one.findingId, one]));
      if (more) {
        const nearest = await this.#memory.nearest(tenantId, finding, decisionText(finding, ''), compared);
        for (const one of nearest) candidates.set(one.findingId, one);
      }
      alike.push([finding.id, rank(finding, [...candidates.values()])]);
    }
    return alike;
  }
}

interface Alike {
  findingId: string;
  repoUrl: string;
  score: number;
}

function rank(finding: Finding, candidates: readonly RecalledDecision[]): Alike[] {
  if (candidates.length === 0) return [];
  const shape = shapeOf(finding);
  return candidates
    .filter(({ findingId }) => findingId !== finding.id)
    .map(({ findingId, repoUrl, ruleId, shape: other }) => ({
      findingId,
      repoUrl,
      score: likeness(shape, other) * (ruleId === finding.ruleId ? 1 : otherRule),
    }))
    .filter(({ score }) => score >= similarBar)
    .sort((a, b) => b.score - a.score || compareTexts(a.findingId, b.findingId));
}

function view(
  { findingId, repoUrl, score }: Alike,
  decision: StoredDecision | undefined,
  now: number,
): SimilarDecision[] {
  if (!decision || (decision.expiresAt !== undefined && decision.expiresAt <= now)) return [];
  const { status, reason, updatedAt, updatedBy } = decision;
  return [
    {
      findingId,
      repo: repoUrl,
      status,
      reason,
      decidedBy: updatedBy,
      decidedAt: new Date(updatedAt).toISOString(),
      score: Math.round(score * 1_000) / 1_000,
    },
  ];
}

function byKind(findings: readonly Finding[]): Map<string, Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.ruleId, finding.cwe]);
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return groups;
}
