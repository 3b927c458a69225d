/** `class A[T = int]` as the grammar of Python can read it: it knows parameters of types, and not what they are where nothing is said. */
export function mendedPython(text: string): string {
  return text.replace(
    parametersOfTypes,
    (_, head: string, parameters: string) => head + parameters.replace(standing, blanks),
  );
}

function blanks(part: string): string {
  return ' '.repeat(part.length);
}

const parametersOfTypes =
  /^([ \t]*(?:async[ \t]+)?(?:class|def|type)[ \t]+\w{1,80})(\[[^\n:(]{1,400}(?::[^\n(]{1,200})?\])(?=[ \t]*[:(=])/gm;
const standing =
  /(?<![=!<>])=(?!=)[ \t]*[\w."']{1,80}(?:\[[\w., |"']{0,80}\])?(?:[ \t]*\|[ \t]*[\w.]{1,80})*/g;
