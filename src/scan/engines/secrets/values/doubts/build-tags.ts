/** A constraint is in front of the package, behind comments and blank lines alone. */
const maxHead = 4096;

/**
 * Whether a file of Go is only built where somebody asks for tests: `//go:build e2etest`. Each alternative of the constraint must ask for a tag that is named after tests;
 * a constraint with brackets is not read.
 */
export function isBuiltForTestsAlone(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, Math.min(bytes.length, maxHead));
  const packageAt = /^package\s/m.exec(head)?.index;
  if (packageAt === undefined) return false;
  const constraint = /^\/\/go:build ([^\n]{1,200})$/m.exec(head.slice(0, packageAt))?.[1];
  if (constraint === undefined || /[()]/.test(constraint)) return false;
  return constraint.split('||').every((all) => all.split('&&').some((tag) => isOfTests(tag.trim())));
}

/** `e2etest`, `integration_tests`, `acceptance`. */
function isOfTests(tag: string): boolean {
  return (
    /^[A-Za-z]\w{1,40}$/.test(tag) &&
    tag
      .toLowerCase()
      .split('_')
      .some((word) => testTags.has(word))
  );
}

const testTags = new Set(
  'test tests testing e2e e2etest e2etests integration integrationtest integrationtests unittest unittests acceptance functional functionaltest smoke smoketest fuzz testonly testutil testutils'.split(
    ' ',
  ),
);
