import type { Finding } from '../../../../clients/typescript/src/types.ts';

/** The lines of a finding; where the place begins before the line that is wrong, at the head of a block, that line alone. */
export function markedLines({ line, startLine, endLine }: Finding): readonly [number, number] {
  return line === startLine ? [startLine, endLine] : [line, line];
}
