/** The syntax of HCL as plain data: it travels between the two steps of the engine and may be cached as JSON. */
export interface HclBody {
  attributes: HclAttribute[];
  blocks: HclBlock[];
}

export interface HclAttribute {
  name: string;
  line: number;
  endLine: number;
  value: HclExpression;
}

export interface HclBlock {
  type: string;
  labels: string[];
  line: number;
  endLine: number;
  /** The source line that opens the block, on the outermost level only. */
  head?: string;
  body: HclBody;
}

/** A step from a value to a part of it; a star stands for both kinds of splat. */
export type HclStep = { attribute: string } | { index: HclExpression } | { splat: true };

export type HclExpression = { line: number; endLine: number } & (
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'template'; parts: Array<string | HclExpression> }
  | { kind: 'reference'; root: string; steps: HclStep[] }
  | { kind: 'access'; base: HclExpression; steps: HclStep[] }
  | { kind: 'call'; name: string; args: HclExpression[] }
  | { kind: 'tuple'; items: HclExpression[] }
  | { kind: 'object'; entries: Array<{ key: HclExpression; value: HclExpression; line: number }> }
  | { kind: 'conditional'; test: HclExpression; yes: HclExpression; no: HclExpression }
  | { kind: 'binary'; operator: string; left: HclExpression; right: HclExpression }
  | { kind: 'unary'; operator: string; operand: HclExpression }
  | {
      kind: 'for';
      variables: string[];
      over: HclExpression;
      key?: HclExpression;
      value: HclExpression;
      test?: HclExpression;
    }
);
