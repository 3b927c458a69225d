import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';

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
  readonly #hash: 'sha1' | 'sha256';

  constructor(root: string, name: string, options: string[] = []) {
    this.path = join(root, name);
    this.#hash = options.includes('--object-format=sha256') ? 'sha256' : 'sha1';
    mkdirSync(this.path, { recursive: true });
    this.git(['init', '-q', '--bare', '--initial-branch=main', ...options]);
    // Servers differ in what they let clients ask for; the larger ones allow full commits.
    this.git(['config', 'uploadpack.allowAnySHA1InWant', 'true']);
    this.git(['config', 'core.compression', '1']);
  }

  git(args: string[]): string {
    const output = execFileSync('git', args, {
      cwd: this.path,
      env: environment,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return output.toString('utf8').trim();
  }

  blob(content: string | Buffer): string {
    return this.#store('blob', Buffer.from(content));
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
    return this.#store('tree', Buffer.concat(content));
  }

  commit(tree: string, parents: string[] = []): string {
    const person = 'a <a@example.com> 1767225600 +0000';
    const lines = [
      `tree ${tree}`,
      ...parents.map((parent) => `parent ${parent}`),
      `author ${person}`,
      `committer ${person}`,
    ];
    return this.#store('commit', Buffer.from(`${lines.join('\n')}\n\nx\n`));
  }

  /** Writes an object as git would, but without its checks and without a process for each. */
  #store(type: string, content: Buffer): string {
    const object = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
    const id = createHash(this.#hash).update(object).digest('hex');
    const folder = join(this.path, 'objects', id.slice(0, 2));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, id.slice(2)), deflateSync(object, { level: 1 }));
    return id;
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
