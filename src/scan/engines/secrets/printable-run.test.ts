import { expect, test } from 'vitest';
import { isInMangledName, isInPrintableRun } from './detectors/printable-run.ts';

/** Whether the `x` of a text, in which `¬` is a byte that is none of a text, are in a run. */
const inRun = (text: string) => {
  const bytes = Buffer.from(text, 'latin1');
  return isInPrintableRun(bytes, text.indexOf('x'), text.lastIndexOf('x') + 1);
};

// biome-ignore format: one line for each row
test.each([
  ['x'.repeat(24), true], ['x'.repeat(23), false], [`${'a'.repeat(12)}xx${'b'.repeat(10)}`, true], [`${'a'.repeat(12)}xx${'b'.repeat(9)}`, false], [`¬${'a'.repeat(22)}xx¬`, true], [`¬${'a'.repeat(21)}xx¬`, false], [`¬xx${'b'.repeat(22)}¬`, true], [`¬xx${'b'.repeat(21)}¬`, false],
  [`${'a'.repeat(30)}x¬x${'b'.repeat(30)}`, false], [`${'a'.repeat(30)}¬x${'b'.repeat(5)}`, false], [`${'\t\n\r '.repeat(6)}x`, true], [`${'a'.repeat(30)}\u007fx`, false], [`${'a'.repeat(30)}\u001fx`, false], [`${'a'.repeat(30)}\u007ex`, true],
])('%j: %s', (text, expected) => {
  expect(inRun(text)).toBe(expected);
});

/** Whether the capital `X` of a text, in which `¬` is a byte that is none of a text, are in a name of C++. */
const inName = (text: string) => {
  const bytes = Buffer.from(text, 'latin1');
  return isInMangledName(bytes, text.indexOf('X'), text.lastIndexOf('X') + 1);
};

// biome-ignore format: one line for each row
test.each([
  ['__ZNSt3__1XXE', true], ['_ZN3appXXEv', false], ['_ZN3appXXENS_3foo', true], ['NSt4nodeXX', false], ['emplaceI32XXNS_9allocatorIS1_EEEE', true],
  ['_ZN3app¬XXNS_a', false], ['_ZN3app XXNS_a', false], [`NSt_NSt${'a'.repeat(393)}XX`, true], [`NSt_NSt${'a'.repeat(394)}XX`, false], [`XX${'a'.repeat(394)}NSt_NSt`, false], [`XX${'a'.repeat(393)}NSt_NSt`, true], ['https://a.test/_ZN/XX', false],
])('the name of a function of C++ around it, %j: %s', (text, expected) => {
  expect(inName(text)).toBe(expected);
});
