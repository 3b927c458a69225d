import type { EngineFinding } from '../../model/finding.ts';
import type { EngineTools } from '../engine.ts';
import { cweOf, suggestionOf } from './describe-rule.ts';
import type { Candidate, Layer } from './detectors/candidate.ts';
import { rank } from './detectors/candidate.ts';
import { redact } from './redact.ts';

export interface Place {
  line: number;
  endLine: number;
  column?: number;
  endColumn?: number;
}

/** Puts a candidate into words. The value goes into the keyed hash and the redacted form, nowhere else. */
export function describeFinding(
  candidate: Candidate,
  layer: Layer,
  path: string,
  place: Place,
  tools: EngineTools,
): EngineFinding {
  const { rule } = candidate;
  const decoded = layer.via.length > 0 ? ` It was found after decoding: ${layer.via.join(', then ')}.` : '';
  return {
    ruleId: rule.id,
    severity: candidate.severity,
    confidence: candidate.confidence,
    title: rule.title,
    description:
      `${rule.opens} Confidence is ${candidate.confidence}: ${candidate.reasons.join('; ')}.${decoded}`.trim(),
    suggestion: suggestionOf(rule),
    file: path,
    startLine: place.line,
    endLine: place.endLine,
    ...(place.column === undefined ? {} : { startColumn: place.column }),
    ...(place.endColumn === undefined ? {} : { endColumn: place.endColumn }),
    category: 'secret',
    cwe: cweOf(rule),
    owasp: ['A07:2021'],
    secret: {
      provider: rule.provider,
      redacted: redact(candidate.value, candidate.publicPrefix, candidate.rank >= rank.named),
      validity: 'unknown',
    },
    identity: { scope: '', tokens: tools.hashSecret(candidate.value) },
  };
}
