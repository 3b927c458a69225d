/** Colours for values that have no order, far apart from each other and visible on light and dark. */
const palette = [
  '#5b6ee1',
  '#e07a3f',
  '#3fa36c',
  '#c2527f',
  '#b08d1e',
  '#3d9bb3',
  '#8a63c9',
  '#7d8f2e',
  '#d0564a',
  '#4f86d6',
];

export const otherColour = '#8d929a';

/** Twenty values at most; the second ten are lighter. */
export function colourOf(index: number): string {
  const colour = palette[index % palette.length]!;
  return index < palette.length ? colour : `${colour}99`;
}
