/** The lines to mark: those of the finding; where its place begins before the line that is wrong, at the head of a block, that line alone. */
export function markedLines(place: {
  line: number;
  startLine: number;
  endLine: number;
}): readonly [first: number, last: number] {
  const { line, startLine, endLine } = place;
  return line === startLine ? [startLine, endLine] : [line, line];
}
