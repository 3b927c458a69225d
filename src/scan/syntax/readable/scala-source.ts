/**
 * Scala as its grammar can read it: it stumbles over `{ implicit request: Request[T] =>` and over `class A @Inject() (b: B)`, which are how every
 * controller of Play is written. What it cannot read becomes blanks, so that offsets and lines stay those of the file.
 */
export function readableScala(text: string): string {
  return text.replace(lambdaHead, keepingName).replace(annotatedConstructor, keepingClass);
}

export function isScala(path: string): boolean {
  return /\.(?:scala|sc|sbt)$/.test(path);
}

function keepingName(
  _: string,
  brace: string,
  implicit: string | undefined,
  name: string,
  type: string | undefined,
): string {
  return `${brace}${blanks(implicit)}${name}${blanks(type)}`;
}

function keepingClass(_: string, heading: string, annotation: string): string {
  return `${heading}${blanks(annotation)}`;
}

function blanks(part: string | undefined): string {
  return (part ?? '').replace(/[^\n\r]/g, ' ');
}

const lambdaHead =
  /(\{[ \t]*(?:\r?\n[ \t]*)?)(implicit[ \t]+)?([a-zA-Z_]\w{0,60})([ \t]*:[ \t]*[\w.]{1,80}(?:\[[^[\]{}=\n]{0,80}(?:\[[^[\]{}=\n]{0,80}\])?[^[\]{}=\n]{0,20}\])?)?(?=[ \t]*=>)/g;
const annotatedConstructor =
  /(\bclass[ \t]+\w{1,80}[ \t]*)(@\w{1,80}(?:\([^()\n]{0,80}\))?)(?=[ \t]*\(|[ \t]+(?:private|protected)\b)/g;
