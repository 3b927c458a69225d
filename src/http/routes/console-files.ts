import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';
import { ServiceError } from '../../kernel/errors.ts';

const dist = new URL('../../../console/dist/', import.meta.url);

const contentTypes: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

type Coding = 'br' | 'gzip' | 'identity';

/** The built console. Its files are kept compressed, as they ship; a name is only ever looked up in their list, never in a folder. */
export class ConsoleFiles {
  #files: Map<string, Promise<ConsoleFile> | undefined> | undefined;

  /** The files that there are, by name. Read at the first request, so that a start does not wait for it. */
  get names(): string[] {
    return [...this.#list().keys()];
  }

  read(name: string): Promise<ConsoleFile> {
    const files = this.#list();
    if (!files.has(name)) throw new ServiceError('not_found');
    let file = files.get(name);
    if (!file) {
      file = readFile(new URL(`${name}.br`, dist)).then((compressed) => new ConsoleFile(name, compressed));
      file.catch(() => files.set(name, undefined));
      files.set(name, file);
    }
    return file;
  }

  #list(): Map<string, Promise<ConsoleFile> | undefined> {
    this.#files ??= new Map(
      readdirSync(dist, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.br'))
        .map((name) => [name.slice(0, -'.br'.length).replaceAll('\\', '/'), undefined]),
    );
    return this.#files;
  }
}

export class ConsoleFile {
  readonly contentType: string;
  readonly immutable: boolean;
  readonly hash: string;
  readonly #compressed: Uint8Array;
  #gzipped: Promise<Uint8Array> | undefined;

  constructor(name: string, compressed: Uint8Array) {
    this.contentType = contentTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    this.immutable = name.startsWith('assets/');
    this.hash = createHash('sha256').update(compressed).digest('base64url').slice(0, 16);
    this.#compressed = compressed;
  }

  /** Browsers read Brotli only over TLS and from their own machine; gzip is made once, at the first request for it. */
  async encoded(accepted: string): Promise<{ body: Uint8Array; coding: Coding }> {
    if (accepts(accepted, 'br')) return { body: this.#compressed, coding: 'br' };
    if (!accepts(accepted, 'gzip')) return { body: await this.#plain(), coding: 'identity' };
    this.#gzipped ??= this.#plain().then((plain) => promisify(gzip)(plain, { level: 9 }));
    return { body: await this.#gzipped, coding: 'gzip' };
  }

  #plain(): Promise<Uint8Array> {
    return promisify(brotliDecompress)(this.#compressed);
  }
}

/** Whether `Accept-Encoding` names a coding and does not refuse it with `q=0`. */
function accepts(header: string, coding: string): boolean {
  return header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
