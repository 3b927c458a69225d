import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const environment = {
  ...process.env,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.com',
  GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
};

/** A bare repository that is written object by object: git itself would refuse to make most of what is wanted here. */
export class RepositoryBuilder {
  readonly path: string;

  constructor(root: string, name: string, options: string[] = []) {
    this.path = join(root, name);
    mkdirSync(this.path, { recursive: true });
    this.git(['init', '-q', '--bare', '--initial-branch=main', ...options]);
    // Servers differ in what they let clients ask for; the larger ones allow full commits.
    this.git(['config', 'uploadpack.allowAnySHA1InWant', 'true']);
  }

  git(args: string[], input: string | Buffer = ''): string {
    const output = execFileSync('git', ['-c', 'core.bigFileThreshold=1m', ...args], {
      cwd: this.path,
      env: environment,
      input,
      stdio: ['pipe', 'pipe', 'ignore'],
      maxBuffer: 1 << 28,
    });
    return output.toString('utf8').trim();
  }

  blob(content: string | Buffer): string {
    return this.git(['hash-object', '-w', '--stdin'], content);
  }

  /** Any bytes as any kind of object, without git's checks. */
  literal(type: string, content: Buffer): string {
    return this.git(['hash-object', '-w', '--stdin', '--literally', '-t', type], content);
  }

  /** A tree from raw entries; names and modes are taken as they are. */
  tree(entries: Array<{ mode: string; name: string | Buffer; object: string }>): string {
    const content = entries.map(({ mode, name, object }) =>
      Buffer.concat([
        Buffer.from(`${mode} `),
        Buffer.from(name),
        Buffer.from([0]),
        Buffer.from(object, 'hex'),
      ]),
    );
    return this.literal('tree', Buffer.concat(content));
  }

  commit(tree: string, parents: string[] = []): string {
    return this.git(['commit-tree', tree, '-m', 'x', ...parents.flatMap((parent) => ['-p', parent])]);
  }

  branch(name: string, object: string): void {
    writeFileSync(join(this.path, 'refs', 'heads', name), `${object}\n`);
  }

  /** A commit on `main` that holds these files. */
  files(files: Record<string, string | Buffer>, parents: string[] = []): string {
    const commit = this.commit(this.#folder(Object.entries(files)), parents);
    this.branch('main', commit);
    return commit;
  }

  #folder(files: Array<[string, string | Buffer]>): string {
    const folders = Map.groupBy(files, ([path]) =>
      path.includes('/') ? path.slice(0, path.indexOf('/')) : '',
    );
    const entries = [...folders].flatMap(([name, inner]) =>
      name === ''
        ? inner.map(([path, content]) => ({
            mode: '100644',
            name: path,
            object: this.blob(content),
            sort: path,
          }))
        : [
            {
              mode: '40000',
              name,
              object: this.#folder(inner.map(([path, content]) => [path.slice(name.length + 1), content])),
              sort: `${name}/`,
            },
          ],
    );
    return this.tree(entries.sort((a, b) => Buffer.compare(Buffer.from(a.sort), Buffer.from(b.sort))));
  }
}
