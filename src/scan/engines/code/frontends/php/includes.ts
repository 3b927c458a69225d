import type { Expr, ModuleIr, Span, Stmt } from '../../ir/ir.ts';
import type { LanguageTraits } from '../../ir/language-traits.ts';

/**
 * A file that is included is a function: its parameters are the variables that it uses without setting them, and what it sets can be asked for
 * by name. Both go through the linker, since the files are analysed one by one.
 */

/** Which variables a file sets and uses outside its functions, and the files that it includes. */
export class FileVariables {
  /** One for the top level and each function around the place that is being lowered. */
  readonly #mentioned: Array<Set<string>> = [new Set()];
  readonly #plainlySet = new Set<string>();
  readonly #changed = new Set<string>();
  readonly #reads: Array<{ path: string; span: Span; into: Stmt[] }> = [];
  #isAdding = false;

  get set(): string[] {
    return [...new Set([...this.#plainlySet, ...this.#changed])];
  }

  enter(): void {
    this.#mentioned.push(new Set());
  }

  leave(): void {
    this.#mentioned.pop();
  }

  mention(name: string): void {
    this.#mentioned.at(-1)!.add(name);
  }

  /** `$x .= …` changes what somebody else may have set. */
  whileAdding<T>(work: () => T): T {
    this.#isAdding = true;
    const result = work();
    this.#isAdding = false;
    return result;
  }

  noteTarget(expr: Expr): void {
    if (this.#mentioned.length > 1) return;
    let root = expr;
    while (root.k === 'member' || root.k === 'index') root = root.object;
    if (root.k !== 'name' || !this.#mentioned[0]!.has(root.name)) return;
    if (root === expr && !this.#isAdding) this.#plainlySet.add(root.name);
    else this.#changed.add(root.name);
  }

  /** What including a file does to variables of both files. */
  include(given: Expr | undefined, span: Span): Stmt[] {
    const path = given && tellingPath(pathText(given));
    if (path === undefined) return [];
    const known = [...this.#mentioned.at(-1)!];
    const reads: Stmt[] = [];
    if (this.#mentioned.length === 1) this.#reads.push({ path, span, into: reads });
    return [callOfFile(path, known, span), { k: 'block', body: reads, ...span }];
  }

  /** The variables that are used and never set; those asked of included files are filled in. */
  finish(): string[] {
    const unset = [...this.#mentioned[0]!].filter(
      (name) => !this.#plainlySet.has(name) && !givenByPhp.has(name),
    );
    for (const { path, span, into } of this.#reads.slice(0, maxFiles))
      into.push(...readsOfFile(path, unset, span));
    return unset.slice(0, maxParameters);
  }
}

const givenByPhp = new Set(['$argv', '$argc', '$wpdb', '$php_errormsg', '$http_response_header']);
const maxFiles = 10;
const maxParameters = 60;

/** A call of the file at a path, with variables of the one that includes it. */
function callOfFile(path: string, variables: readonly string[], span: Span): Stmt {
  const value: Expr = {
    k: 'call',
    callee: { k: 'name', name: `${runs}${path}`, ...span },
    args: variables
      .slice(0, maxVariables)
      .map((name) => ({ name, value: { k: 'name' as const, name, ...span } })),
    isNew: false,
    ...span,
  };
  return { k: 'expr', value, ...span };
}

/** Variables that are never set here may have been set by a file that was included before. */
function readsOfFile(path: string, variables: readonly string[], span: Span): Stmt[] {
  return variables.slice(0, maxVariables).map((name): Stmt => {
    const known: Expr = { k: 'name', name, ...span };
    const asked: Expr = {
      k: 'call',
      callee: { k: 'name', name: `${gives}${path}:${name}`, ...span },
      args: [],
      isNew: false,
      ...span,
    };
    const test: Expr = { k: 'unknown', parts: [], ...span };
    const value: Expr = {
      k: 'assign',
      target: { k: 'name', name, ...span },
      value: { k: 'cond', test, yes: known, otherwise: asked, ...span },
      ...span,
    };
    return { k: 'expr', value, ...span };
  });
}

/** A file in which variables are set answers for their values at its end. */
export function withAnswers(module: ModuleIr, set: readonly string[]): ModuleIr {
  const span = { start: 0, end: 0 };
  const answers = set.slice(0, maxVariables).map(
    (name): Stmt => ({
      k: 'function',
      fn: {
        name: `${gives}${name}`,
        parameters: [],
        body: [{ k: 'return', value: { k: 'name', name, ...span }, ...span }],
        decorators: [],
        heading: span,
        locals: new Set(),
        className: undefined,
        isStatic: true,
        ownsThis: false,
        size: 2,
        exported: true,
        ...span,
      },
      ...span,
    }),
  );
  return { ...module, body: [...module.body, ...answers] };
}

/** The text of a path with unknown parts as one NUL each. */
function pathText(expr: Expr): string {
  if (expr.k === 'const') return String(expr.value);
  if (expr.k === 'template') return expr.parts.map(pathText).join('');
  if (expr.k === 'binary' && expr.op === '+') return pathText(expr.left) + pathText(expr.right);
  return '\0';
}

/** What of a path tells the file apart: the part behind whatever is not known, without steps up. */
function tellingPath(text: string): string | undefined {
  const open = text.replace(/\0(?:\.\w+)?$/, '*');
  const parts = open
    .slice(open.lastIndexOf('\0') + 1)
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..');
  return parts.length === 0 || parts[0] === '*' ? undefined : parts.join('/');
}

/** The files that a call made here means. */
export const includedFiles: LanguageTraits['candidates'] = (segments, from, filesNamed, filesInFolder) => {
  const first = (segments[0] ?? '').replace(/^~/, '');
  const isRun = first.startsWith(runs);
  if (!isRun && !first.startsWith(gives)) return [];
  const end = isRun ? first.length : first.lastIndexOf(':');
  const path = first.slice(isRun ? runs.length : gives.length, end).replace(/\.\w+$/, '');
  const rest = [isRun ? '' : `${gives}${first.slice(end + 1)}`];
  const name = path.slice(path.lastIndexOf('/') + 1);
  const folder = path.slice(0, -name.length - 1);
  const own = from.slice(0, Math.max(0, from.lastIndexOf('/')));
  const found =
    name === '*'
      ? filesInFolder(folder.slice(folder.lastIndexOf('/') + 1)).filter((file) =>
          `/${file.slice(0, file.lastIndexOf('/'))}`.endsWith(`/${folder}`),
        )
      : filesNamed(name).filter((file) => `/${file}`.endsWith(`/${path}`));
  const shared = (file: string) => (file.startsWith(own) ? own.length : 0);
  return [...found]
    .sort((a, b) => shared(b) - shared(a) || (a < b ? -1 : 1))
    .slice(0, maxCandidates)
    .map((file) => ({ path: file, rest }));
};

export function isInclude(segment: string): boolean {
  return segment.startsWith(`~${runs}`) || segment.startsWith(`~${gives}`);
}

const runs = '@file:';
const gives = '@set:';
const maxVariables = 40;
const maxCandidates = 6;
