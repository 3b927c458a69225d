import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pinAddress, pinnedLookup, type ResolveHost } from '../../../../source/guard/resolve-host.ts';
import { checkRepositoryUrl } from '../../../../source/guard/url-guard.ts';

export interface DownloadOptions {
  /** Hosts that may be contacted although their address is not public: a mirror inside. */
  allowHosts: readonly string[];
  resolveHost: ResolveHost;
  /** Root certificates as PEM next to Node's own. */
  certificates?: string[];
  /** How long a host may say nothing; a minute by default. */
  silenceMs?: number;
  signal: AbortSignal;
}

export interface Download {
  status: 200 | 304;
  /** What to send next time, so that an unchanged file is not sent again. */
  etag: string;
}

const maxRedirects = 3;

/** Streams a file to disk over https. The address is checked and pinned, for every redirect again; size and silence are bounded. */
export async function downloadFile(
  url: string,
  target: string,
  limits: { maxBytes: number; etag?: string; onBytes?(done: number, total: number | undefined): void },
  options: DownloadOptions,
): Promise<Download> {
  const response = await open(url, limits.etag, options);
  if (response.statusCode === 304) {
    response.destroy();
    return { status: 304, etag: limits.etag! };
  }
  const announced = Number(response.headers['content-length']) || undefined;
  if (announced !== undefined && announced > limits.maxBytes) {
    response.destroy();
    throw new Error(`${hostOf(url)} offers ${announced} bytes; at most ${limits.maxBytes} are taken.`);
  }
  let done = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      done += chunk.length;
      limits.onBytes?.(done, announced);
      next(
        done > limits.maxBytes ? new Error(`${hostOf(url)} sent more than ${limits.maxBytes} bytes.`) : null,
        chunk,
      );
    },
  });
  try {
    await pipeline(response, meter, createWriteStream(target, { mode: 0o600 }), { signal: options.signal });
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
  return { status: 200, etag: response.headers.etag ?? '' };
}

/** A small file as text. */
export async function downloadText(url: string, maxBytes: number, options: DownloadOptions): Promise<string> {
  const response = await open(url, undefined, options);
  const chunks: Buffer[] = [];
  let done = 0;
  for await (const chunk of response) {
    done += (chunk as Buffer).length;
    if (done > maxBytes) throw new Error(`${hostOf(url)} sent more than ${maxBytes} bytes.`);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function open(
  start: string,
  etag: string | undefined,
  options: DownloadOptions,
): Promise<IncomingMessage> {
  let url = start;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const response = await ask(url, etag, options);
    const { statusCode: status, headers } = response;
    if (status === 200 || (status === 304 && etag)) return response;
    response.destroy();
    const { location } = headers;
    if (location === undefined || !/^3/.test(String(status)))
      throw new Error(`${hostOf(url)} answered with status ${status}.`);
    url = new URL(location, url).href;
  }
  throw new Error(`${hostOf(start)} redirects too often.`);
}

async function ask(
  url: string,
  etag: string | undefined,
  options: DownloadOptions,
): Promise<IncomingMessage> {
  const target = new URL(url);
  const checked = checkRepositoryUrl(`${target.origin}${target.pathname}`, options.allowHosts);
  if (target.username || target.password)
    throw new Error('A URL of advisories must not contain a user or a password.');
  const { allowHosts, resolveHost, signal } = options;
  const address = await pinAddress(checked, allowHosts, resolveHost, signal);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      target,
      {
        agent: false,
        signal,
        timeout: options.silenceMs ?? 60_000,
        lookup: pinnedLookup(address),
        headers: { 'user-agent': 'lorekeep', ...(etag ? { 'if-none-match': etag } : {}) },
        ...(options.certificates ? { ca: options.certificates } : {}),
      },
      resolve,
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error(`${target.hostname} did not answer in time.`)));
    outgoing.on('error', reject);
    outgoing.end();
  });
}

function hostOf(url: string): string {
  return new URL(url).hostname;
}
