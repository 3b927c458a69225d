import type { Finding } from '../../../scan/model/finding.ts';
import { visibleText } from '../../../scan/report/visible-text.ts';
import { placeText } from './places.ts';

/** One line per finding in the form of a compiler's messages, which editors and problem matchers know. */
export function renderCompact(findings: readonly Finding[]): string {
  return findings
    .map(
      (finding) =>
        `${placeText(finding)}: ${finding.severity}: ${visibleText(finding.title)} [${visibleText(finding.ruleId)}]`,
    )
    .join('\n');
}
