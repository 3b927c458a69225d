import { atMost, type EngineFinding } from '../../model/finding.ts';
import { pathKind } from '../../model/path-kind.ts';

/**
 * What stands in folders of tests, examples and documentation is seldom what runs: told, but not as loud. The name of a file says nothing, whoever applies it
 * names it; and workflows run wherever they say test.
 */
export function ratedByPlace(finding: EngineFinding): EngineFinding {
  const { file, severity } = finding;
  if (atMost(severity, 'medium') === severity || /(?:^|\/)\.github\//.test(file)) return finding;
  const kind = pathKind(`${file.slice(0, file.lastIndexOf('/') + 1)}it`);
  if (kind !== 'test' && kind !== 'example' && kind !== 'documentation') return finding;
  return {
    ...finding,
    severity: 'medium',
    description: `${finding.description} The file belongs to ${places[kind]}, so it is rated medium.`,
  };
}

const places = { test: 'tests', example: 'examples', documentation: 'the documentation' };
