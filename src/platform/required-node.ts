/**
 * Imported for what it does, before anything that an older Node does not have: npm installs the package next to any Node, whose own message would
 * be about a missing export. Files that are loaded with this one import no names of Node's modules that came later.
 */
const oldest = 24;
if (Number(/^v(\d+)/.exec(process.version)?.[1]) < oldest) {
  console.error(
    `lorekeep: needs Node ${oldest} or newer; this is ${process.version}. https://nodejs.org/en/download has it, and the archives of a release bring their own.`,
  );
  process.exit(1);
}
