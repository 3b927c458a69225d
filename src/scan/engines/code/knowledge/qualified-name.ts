/**
 * A qualified name such as `sqlite3.connect().cursor().execute`, as a node of a shared tree: equal names are the same node, and what the
 * rules say about a name is looked up once and kept on it. The first segment is a module, a global, or `~name` for a variable whose
 * value is not known.
 */
export class QualifiedName<Match> {
  readonly segment: string;
  readonly parent: QualifiedName<Match> | undefined;
  readonly depth: number;
  /** The first segment. */
  readonly root: string;
  /** What the rules say; undefined until asked for. */
  match: Match | null | undefined = undefined;
  #children: Map<string, QualifiedName<Match>> | undefined;
  /** One for the whole tree. */
  readonly #count: { names: number };

  constructor(segment: string, parent: QualifiedName<Match> | undefined) {
    this.segment = segment;
    this.parent = parent;
    this.depth = parent ? parent.depth + 1 : 0;
    this.root = parent?.parent ? parent.root : segment;
    this.#count = parent ? parent.#count : { names: 0 };
    this.#count.names++;
  }

  /** How many names the tree holds. */
  get treeSize(): number {
    return this.#count.names;
  }

  /** The name one segment longer; itself where it would grow without bound. */
  child(segment: string): QualifiedName<Match> {
    if (this.depth >= maxSegments) return this;
    this.#children ??= new Map();
    let child = this.#children.get(segment);
    if (!child) {
      child = new QualifiedName(segment, this);
      this.#children.set(segment, child);
    }
    return child;
  }

  called(): QualifiedName<Match> {
    return this.child(callSegment);
  }

  segments(): string[] {
    const found: string[] = [];
    for (let at: QualifiedName<Match> | undefined = this; at?.parent; at = at.parent) found.push(at.segment);
    return found.reverse();
  }

  toString(): string {
    return formatSegments(this.segments());
  }
}

export const callSegment = '()';

function formatSegments(segments: readonly string[]): string {
  return segments
    .map((segment, i) => (i === 0 || segment === callSegment ? segment : `.${segment}`))
    .join('');
}

/** Builders and promise chains are long; beyond this a name says nothing more. */
const maxSegments = 24;
