import type { ConfigNode, MappingNode } from '../../formats/document/node.ts';
import type { HclBody } from '../../formats/hcl/hcl-syntax.ts';
import type { CoverageNote } from '../../model/coverage.ts';
import type { EngineFinding } from '../../model/finding.ts';
import type { FileAnalysis } from '../engine.ts';
import type { RuleLibrary } from './rules/rule-library.ts';
import type { Comment } from './workflow/workflow-model.ts';

/** What one file leaves for the second step. */
export type InfrastructureFacts =
  | { kind: 'terraform'; body: HclBody }
  | {
      kind: 'workflow';
      document: ConfigNode;
      action: boolean;
      comments: Array<[line: number, comment: Comment]>;
    }
  /** Findings wait for the second step, because a Kustomize patch elsewhere may change the object. */
  | { kind: 'manifests'; findings: EngineFinding[]; objects: MappingNode[]; template?: string }
  | { kind: 'kustomization'; document: ConfigNode }
  | { kind: 'helm-values'; document: ConfigNode };

export type FactKind = InfrastructureFacts['kind'];

/** What all files of one kind left, each with its path. */
export type FactsOf<Kind extends FactKind> = Array<
  { path: string } & Extract<InfrastructureFacts, { kind: Kind }>
>;

export type AnalyseFile = (
  file: { path: string; text: string },
  library: RuleLibrary,
) => FileAnalysis<InfrastructureFacts>;

/** Judges facts of the whole repository together. */
export type JudgeAll = (
  factsOf: <Kind extends FactKind>(kind: Kind) => FactsOf<Kind>,
  library: RuleLibrary,
) => { findings: EngineFinding[]; notes: CoverageNote[] };
