import { expandTemplate } from '../../src/scan/engines/secrets/rules/example-template.ts';
import { createSecretsEngine } from '../../src/scan/engines/secrets/secrets-engine.ts';

const engine = createSecretsEngine();

/** What the engine reports of a file, in order: `line:column-column rule severity confidence`. Gaps such as `{alnum:32}` are filled in; the path is their seed. */
export function secretsFound(path: string, template: string): string[] {
  return secretsInBytes(path, Buffer.from(expandTemplate(template, path)));
}

/** The same of bytes that are no template. */
export function secretsInBytes(path: string, bytes: Buffer): string[] {
  const { findings } = engine.analyse(
    { path, bytes, text: bytes.toString(), tree: undefined },
    { hashSecret: () => '' },
  );
  return findings.map(
    ({ startLine, endLine, startColumn, endColumn, ruleId, severity, confidence }) =>
      `${startLine}:${startColumn}-${endLine === startLine ? '' : `${endLine}:`}${endColumn} ${ruleId} ${severity} ${confidence}`,
  );
}
