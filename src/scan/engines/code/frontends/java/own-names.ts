/**
 * The classes that a file imports from packages next to its own: a program has its own `FileUtils`, of which what is known about the library's says nothing.
 */
export function ownNamesIn(text: string): ReadonlySet<string> {
  const own = /^[ \t]*package[ \t]+([\w.]+)/m.exec(text)?.[1]?.split('.');
  const names = new Set<string>();
  if (!own || own.length < 2) return names;
  for (const [, isStatic, path] of text.matchAll(imports)) {
    const segments = path!.split('.');
    const at = segments.findIndex((segment) => /^[A-Z]/.test(segment));
    const name = at < 0 ? undefined : segments[at];
    if (name === undefined || sharedSegments(own, segments.slice(0, at)) < programLength(own)) continue;
    names.add(name);
    if (isStatic && segments.length > at + 1) names.add(segments.at(-1)!);
  }
  return names;
}

function sharedSegments(a: readonly string[], b: readonly string[]): number {
  let shared = 0;
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared++;
  return shared;
}

/** How many segments of a package name a program; below some names many programs of one owner are found. */
function programLength(own: readonly string[]): number {
  return owners.has(`${own[0]}.${own[1]}`) ? 3 : 2;
}

const imports = /^[ \t]*import[ \t]+(static[ \t]+)?([\w.]+)/gm;
const owners = new Set(
  'org.apache org.springframework com.google com.github io.github com.gitlab org.eclipse org.jboss com.sun com.amazonaws com.microsoft com.azure io.quarkus'.split(
    ' ',
  ),
);
