import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import { Lowering } from '../shared/lowering.ts';

export class PythonLowering extends Lowering {
  readonly path: string;
  className: string | undefined;

  constructor(tree: FlatTree, text: string, path: string) {
    super(tree, text);
    this.path = path;
  }
}
