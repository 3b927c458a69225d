import { atMost } from '../../../../model/finding.ts';
import type { Value } from '../../domain/value.ts';
import type { Sink } from '../../knowledge/rule-types.ts';

/**
 * `folder/${name}/settings.yml`: whoever chooses the folder reaches files of that one name alone, which are mostly the program's own. That is no way to any
 * file; medium at most.
 */
export function ratedByFile(sink: Sink, { text }: Value): Sink {
  if (!sink.rule.cwe.includes('CWE-22') || text === undefined || !fixedFile.test(text)) return sink;
  return { ...sink, severity: atMost(sink.severity, 'medium') };
}

const fixedFile = /\0[^\0]*[/\\][^\0/\\]*\w\.\w+$/;
