import { text } from '../../../../formats/document/node.ts';
import { shellCommands } from '../shell-commands.ts';
import { lineInScalar, offsetOfLine } from '../workflow-model.ts';
import { installsProject, runsPackage, unpinnedPackages } from './adhoc-packages.ts';
import type { Audit } from './audit.ts';
import { placeName } from './step-places.ts';

/** Packages that a script installs by name, past every lockfile. */
export const auditPackages: Audit = ({ workflow }, report) => {
  for (const job of workflow.jobs) {
    let installed = false;
    for (const step of job.steps) {
      const script = text(step.run);
      if (!step.run || script === undefined) continue;
      for (const { words, line } of shellCommands(script)) {
        const packages = unpinnedPackages(words);
        if (packages.length === 0 && installsProject(words)) installed = true;
        // What the project installed is run in the version of its lockfile.
        if (packages.length === 0 || (installed && runsPackage(words) && !packages[0]!.includes('@latest')))
          continue;
        const at = lineInScalar(step.run, script, offsetOfLine(script, line));
        const names = packages.slice(0, 5).join(', ');
        const place = { line: at, scope: placeName(job, step) };
        report('workflow.adhoc-package', place, `Packages without a version: ${names}.`, names.toLowerCase());
      }
    }
  }
};
