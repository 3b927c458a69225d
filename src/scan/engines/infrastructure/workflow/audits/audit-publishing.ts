import { type ConfigNode, text } from '../../../../formats/document/node.ts';
import { lineInScalar } from '../workflow-model.ts';
import type { Audit } from './audit.ts';
import { placeName, stepsOf } from './step-places.ts';

/** A command that publishes to a registry with trusted publishing, and the variables that it takes a token from. */
const publishers: ReadonlyArray<{ registry: string; command: RegExp; variables: RegExp }> = [
  {
    registry: 'npm',
    command: /\b(?:npm|pnpm|yarn|yarn npm|bun) publish\b/,
    variables: /^(NODE_AUTH_TOKEN|NPM_TOKEN|NPM_CONFIG_TOKEN|YARN_NPM_AUTH_TOKEN)$/,
  },
  { registry: 'PyPI', command: /\btwine upload\b/, variables: /^TWINE_PASSWORD$/ },
  { registry: 'PyPI', command: /\buv publish\b/, variables: /^UV_PUBLISH_(TOKEN|PASSWORD)$/ },
  { registry: 'PyPI', command: /\bpoetry publish\b/, variables: /^POETRY_(PYPI_TOKEN|HTTP_BASIC)_/ },
  { registry: 'PyPI', command: /\bhatch publish\b/, variables: /^HATCH_INDEX_AUTH$/ },
  { registry: 'PyPI', command: /\bflit publish\b/, variables: /^FLIT_PASSWORD$/ },
  { registry: 'crates.io', command: /\bcargo publish\b/, variables: /^CARGO_REGISTRY_TOKEN$/ },
  { registry: 'RubyGems', command: /\bgem push\b/, variables: /^(GEM_HOST_API_KEY|RUBYGEMS_API_KEY)$/ },
  { registry: 'NuGet', command: /\bnuget push\b/, variables: /^NUGET_(API_KEY|TOKEN)$/ },
];

const otherRegistry =
  /--(?:repository-url|registry|publish-url|index|host|repository|repo)[= ](?!\S*(?:npmjs\.org|pypi\.org|crates\.io|rubygems\.org))|--dry-run/;
/** Packages for trying things out are not what others install. */
const testRegistry = /(?:-r|--repository)[= ]testpypi\b|test\.pypi\.org/;
/** npm reads its token from a file that the script may write. */
const writtenToken = /:_authToken=["']?\$\{\{\s*secrets\.(?!GITHUB_TOKEN\b)/i;
const ownSource = /(?:--source|-s)[= ]\S*(?!.*nuget\.org)/;
const storedSecret = /\$\{\{[^}]*\bsecrets\.(?!GITHUB_TOKEN\b)/i;

/** Packages that are published with a stored token where the registry would trust the workflow itself. */
export const auditPublishing: Audit = ({ workflow }, report) => {
  for (const { job, step } of stepsOf(workflow)) {
    const scope = placeName(job, step);
    const script = text(step.run);
    if (step.run && script !== undefined) {
      for (const { registry, command, variables } of publishers) {
        const at = script.search(command);
        if (at === -1) continue;
        const line = script.slice(at).split('\n')[0]!;
        if (
          otherRegistry.test(line) ||
          testRegistry.test(line) ||
          (registry === 'NuGet' && ownSource.test(line) && !/nuget\.org/.test(line))
        )
          continue;
        const hasToken = [workflow.env, job.env, step.env].some((env) => holdsToken(env, variables));
        if (!hasToken && !storedSecret.test(line) && !(registry === 'npm' && writtenToken.test(script)))
          continue;
        const lineNumber = lineInScalar(step.run, script, at);
        report('workflow.publishing-token', { line: lineNumber, scope }, `Registry: ${registry}.`, registry);
      }
    }
    const token = step.with.get('token');
    if (/^js-devtools\/npm-publish@/i.test(step.uses) && token && storedSecret.test(text(token) ?? ''))
      report('workflow.publishing-token', { line: token.line, scope }, 'Registry: npm.', 'npm');
  }
};

function holdsToken(env: ReadonlyMap<string, ConfigNode>, variables: RegExp): boolean {
  return [...env].some(([name, node]) => variables.test(name) && storedSecret.test(text(node) ?? ''));
}
