import type { ConfigNode } from '../../formats/document/node.ts';

/** One thing that rules check: a Terraform block, a Kubernetes object, a stage of a Dockerfile. */
export interface Resource {
  /** The kind as its own language names it: `aws_s3_bucket`, `AWS::S3::Bucket`, `Deployment`. */
  type: string;
  name: string;
  /** What people call it; the scope of a finding's identity. */
  address: string;
  file: string;
  line: number;
  endLine: number;
  document: ConfigNode;
  /** The first line of the block as it is written, where a new line may follow it. */
  head?: string;
  /** How far its attributes are indented. */
  indent?: number;
  /** What is omitted is decided elsewhere, so that only what is written down can be wrong. */
  givenOnly?: boolean;
  /** All its values are written in this file, those that an anchor shares with others too. */
  isWholeHere?: boolean;
  /** Documents around this one that conditions may name as `$pod` or `$resource`. */
  context?: Readonly<Record<string, ConfigNode>>;
}
