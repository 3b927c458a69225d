import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Whole services before single modules: a file of a minute that begins last would run alone while the other processors wait. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

/** A worker serves one project, so that the files of one stay together. */
function rank({ project, moduleId }: TestSpecification): number {
  if (project.name === 'postgres') return 0;
  return /\/src\//.test(moduleId.slice(project.config.root.length)) ? 2 : 1;
}
