import type { Finding } from '../../../scan/model/finding.ts';
import { visibleText } from '../../../scan/report/visible-text.ts';

/** Where a finding is, as editors and terminals make a link of it. */
export function placeText({ file, line, startLine, startColumn }: Finding): string {
  const column = startColumn === undefined || line !== startLine ? '' : `:${startColumn}`;
  return `${visibleText(file)}:${line}${column}`;
}

/** Many places in few words: each file once, with its lines. */
export function otherPlaces(findings: readonly Finding[]): string {
  return [...Map.groupBy(findings, ({ file }) => file)]
    .map(([file, own]) => {
      const lines = [...new Set(own.map(({ line }) => line))];
      return `${visibleText(file)}:${lines.join(',')}`;
    })
    .join(' ');
}
