import { atMost } from '../../../../model/finding.ts';
import type { Value } from '../../domain/value.ts';
import type { Sink } from '../../knowledge/rule-types.ts';

/**
 * `folder/${name}/settings.yml`: whoever chooses the folder reaches files of that one name alone, which are mostly the program's own. That is no way to any
 * file; medium at most. What stands behind the query of an address (`API_URL . '&key=' . $key`) is no part of a path: low.
 */
export function ratedByFile(sink: Sink, { text }: Value): Sink {
  if (!sink.rule.cwe.includes('CWE-22') || text === undefined) return sink;
  if (inQuery.test(text)) return { ...sink, severity: atMost(sink.severity, 'low') };
  return fixedFile.test(text) ? { ...sink, severity: atMost(sink.severity, 'medium') } : sink;
}

/** A constant of the program or a fixed text in front, and the first value of a query behind it. */
const inQuery = /^\0?[^\0]*[?&][\w.[\]-]+=[^\0/\\]*\0[^\0/\\]*$/;

const fixedFile = /\0[^\0]*[/\\][^\0/\\]*\w\.\w+$/;
