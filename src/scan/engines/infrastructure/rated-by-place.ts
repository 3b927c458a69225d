import { atMost, type EngineFinding } from '../../model/finding.ts';
import { pathKind } from '../../model/path-kind.ts';

/**
 * What stands in folders of tests, examples and documentation is seldom what runs: told, but not as loud. The name of a file says little, whoever applies it
 * names it, but where it says example, and for Compose, where it says on which machine the file is for; and workflows run wherever they say test.
 */
export function ratedByPlace(finding: EngineFinding): EngineFinding {
  const { file } = finding;
  const severity = finding.severity === 'medium' ? 'low' : atMost(finding.severity, 'medium');
  if (severity === finding.severity || /(?:^|\/)\.github\//.test(file)) return finding;
  const place = placeOf(file);
  if (place === undefined) return finding;
  const description = `${finding.description} The file belongs to ${place}, so it is rated ${severity}.`;
  return { ...finding, severity, description };
}

/** Why what a file holds is seldom what runs, in words; absent for others. */
export function placeOf(file: string): string | undefined {
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const kind = pathKind(`${folder}it`);
  if (kind === 'test' || kind === 'example' || kind === 'documentation') return places[kind];
  if (testFolder.test(folder)) return places.test;
  if (keptFolder.test(folder)) return places.kept;
  const name = file.slice(folder.length);
  if (exampleFile.test(name)) return places.example;
  const isContainer = /^(?:docker-)?compose|dockerfile|containerfile/i.test(name);
  if (ownMachine.test(folder) || (isContainer && (development.test(folder) || developmentFile.test(name))))
    return places.development;
  return undefined;
}

const places = {
  test: 'tests',
  example: 'examples',
  documentation: 'the documentation',
  kept: 'what is kept and no longer used',
  development: 'what developers run on their own machines',
};

/** A word of its own in the name of a folder (`app-test-performance`), or the folders that tools for tests look into (`charts/x/ci`). */
const testFolder =
  /(?:^|[/_.-])(?:tests?|testing|e2e|benchmarks?|conformance|molecule|testfiles?|testresources|testsuites?)[/_.-]|(?:^|\/)ci\/$/i;
const ownMachine = /(?:^|\/)\.?(?:devcontainer|local|localdev|local-dev|dev-env|devenv|vagrant|hack)\//i;
const keptFolder = /(?:^|\/)[_.]?(?:archived?|deprecated|obsolete|attic)\//i;
/** `cloudformation-example.json`, `values.sample.yaml`. */
const exampleFile = /(?:^|[_.-])(?:examples?|samples?)(?:[_.-]|$)/i;
/** Of containers alone: an environment for development that is in a cloud is reached from everywhere. */
const development = /(?:^|\/)(?:dev|devel|development|integration)\//i;
/** `docker-compose.dev.yml`, `compose.override.yaml`. */
const developmentFile =
  /^(?:docker-)?compose[._-](?:[\w-]+[._-])?(?:dev|devel|development|local|override|tests?|testing|ci|e2e|debug)(?:[._-][\w-]+)?\.ya?ml$/i;
