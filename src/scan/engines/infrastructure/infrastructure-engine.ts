import type { EngineFinding } from '../../finding.ts';
import type { CoverageNote, Engine, FileAnalysis } from '../engine.ts';
import { fileKind, wantsFile } from './file-kind.ts';
import type { HclBody } from './hcl/hcl-syntax.ts';
import { parseHcl } from './hcl/parse-hcl.ts';
import { RuleLibrary } from './rules/rule-library.ts';
import { judgeTerraform } from './terraform/judge-terraform.ts';

/** What one file leaves for the second step. */
export type InfrastructureFacts = { kind: 'terraform'; body: HclBody };

/** Judges what runs the code: containers, clusters, cloud resources and the workflows that build them. */
export function createInfrastructureEngine(): Engine<InfrastructureFacts> {
  const library = new RuleLibrary();
  return {
    id: 'infrastructure',
    version: library.version,
    get rules() {
      return library.descriptions();
    },
    wants: wantsFile,
    analyse: (file) => analyse(file),
    conclude(all) {
      const findings: EngineFinding[] = [];
      const notes: CoverageNote[] = [];
      const terraform = all.flatMap(({ path, facts }) =>
        facts.kind === 'terraform' ? [{ path, body: facts.body }] : [],
      );
      if (terraform.length > 0) {
        const judged = judgeTerraform(terraform, library);
        findings.push(...judged.findings);
        notes.push(...judged.notes);
      }
      return { findings, notes };
    },
  };
}

function analyse(file: { path: string; text: string }): FileAnalysis<InfrastructureFacts> {
  switch (fileKind(file.path)) {
    case 'terraform': {
      const { body, problem } = parseHcl(file.text);
      return {
        findings: [],
        facts: { kind: 'terraform', body },
        ...(problem && {
          notes: [
            { path: file.path, reason: problem.reason, message: `Line ${problem.line}: ${problem.message}` },
          ],
        }),
      };
    }
    default:
      return { findings: [] };
  }
}
