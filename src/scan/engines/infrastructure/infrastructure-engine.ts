import type { EngineFinding } from '../../finding.ts';
import type { CoverageNote, Engine } from '../engine.ts';
import { analyseFile, type InfrastructureFacts } from './analyse-file.ts';
import { wantsFile } from './file-kind.ts';
import { judgeManifests } from './kubernetes/judge-manifests.ts';
import { RuleLibrary } from './rules/rule-library.ts';
import { judgeTerraform } from './terraform/judge-terraform.ts';
import { judgeWorkflows } from './workflow/judge-workflows.ts';

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
    analyse: (file) => analyseFile(file, library),
    conclude(all) {
      const findings: EngineFinding[] = [];
      const notes: CoverageNote[] = [];
      const add = (part: { findings: EngineFinding[]; notes: CoverageNote[] }) => {
        findings.push(...part.findings);
        notes.push(...part.notes);
      };
      const of = <Kind extends InfrastructureFacts['kind']>(kind: Kind) =>
        all.flatMap(({ path, facts }) =>
          facts.kind === kind ? [{ path, ...(facts as Extract<InfrastructureFacts, { kind: Kind }>) }] : [],
        );
      const terraform = of('terraform');
      if (terraform.length > 0) add(judgeTerraform(terraform, library));
      const workflows = of('workflow');
      if (workflows.length > 0) add(judgeWorkflows(workflows, library));
      const manifests = of('manifests');
      if (manifests.length > 0)
        add(judgeManifests(manifests, of('kustomization'), of('helm-values'), library));
      return { findings, notes };
    },
  };
}
