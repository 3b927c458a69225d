import type { AnalyseFile, FactKind, JudgeAll } from './facts.ts';
import type { FileKind } from './file-kind.ts';

/** How files of a kind are looked at, and how what they leave is checked together. */
export interface FileAnalyser {
  analyse: AnalyseFile;
  judge?: { of: FactKind; all: JudgeAll };
}

/** Each kind of file with what it needs, loaded when a repository has such a file. */
export const fileAnalysers: Record<FileKind, () => Promise<FileAnalyser>> = {
  terraform: loadTerraform,
  'terraform-json': loadTerraform,
  async dockerfile() {
    return { analyse: (await import('./dockerfile/analyse-dockerfile.ts')).analyseDockerfile };
  },
  workflow: loadWorkflow,
  action: loadWorkflow,
  async compose() {
    return { analyse: (await import('./compose/analyse-compose.ts')).analyseCompose };
  },
  async nginx() {
    return { analyse: (await import('./nginx/analyse-nginx.ts')).analyseNginx };
  },
  async bicep() {
    return { analyse: (await import('./azure/analyse-bicep.ts')).analyseBicep };
  },
  async serverless() {
    return { analyse: (await import('./serverless/analyse-serverless.ts')).analyseServerless };
  },
  dependabot: loadPipeline,
  'gitlab-ci': loadPipeline,
  'azure-pipelines': loadPipeline,
  circleci: loadPipeline,
  jenkins: loadPipeline,
  yaml: loadManifests,
  json: loadManifests,
  ansible: loadManifests,
  'helm-template': loadManifests,
  'helm-values': loadManifests,
  kustomization: loadManifests,
};

async function loadTerraform(): Promise<FileAnalyser> {
  const [{ analyseTerraform }, { judgeTerraform }] = await Promise.all([
    import('./terraform/analyse-terraform.ts'),
    import('./terraform/judge-terraform.ts'),
  ]);
  return {
    analyse: analyseTerraform,
    judge: { of: 'terraform', all: (factsOf, library) => judgeTerraform(factsOf('terraform'), library) },
  };
}

async function loadWorkflow(): Promise<FileAnalyser> {
  const [{ analyseWorkflow }, { judgeWorkflows }] = await Promise.all([
    import('./workflow/analyse-workflow.ts'),
    import('./workflow/judge-workflows.ts'),
  ]);
  return {
    analyse: analyseWorkflow,
    judge: { of: 'workflow', all: (factsOf, library) => judgeWorkflows(factsOf('workflow'), library) },
  };
}

async function loadPipeline(): Promise<FileAnalyser> {
  return { analyse: (await import('./pipelines/analyse-pipeline.ts')).analysePipeline };
}

async function loadManifests(): Promise<FileAnalyser> {
  const [{ analyseManifest }, { judgeManifests }] = await Promise.all([
    import('./kubernetes/analyse-manifest.ts'),
    import('./kubernetes/judge-manifests.ts'),
  ]);
  return {
    analyse: analyseManifest,
    judge: {
      of: 'manifests',
      all: (factsOf, library) =>
        judgeManifests(factsOf('manifests'), factsOf('kustomization'), factsOf('helm-values'), library),
    },
  };
}
