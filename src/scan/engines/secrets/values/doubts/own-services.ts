import { wordsOf } from '../assignment-name.ts';
import type { Doubt } from '../surroundings.ts';

/** A record of one service is short: in what is longer an address may belong to anything. */
const maxRecordLines = 10;

/**
 * `{"url": "http://localhost:9000", "accessKey": …, "secretKey": …}`: a record with one address, of the own machine. What it opens is there, and nowhere else.
 */
export function doubtOfOwnService(before: string, after: string): Doubt | undefined {
  const record = recordAround(before.slice(-1500), after.slice(0, 1500));
  if (record === undefined) return undefined;
  const hosts = [...record.matchAll(address)].map(([, host]) => host!.toLowerCase());
  return hosts.length > 0 && hosts.every((host) => ownHosts.has(host))
    ? { limit: 'medium', reason: 'the address next to it is that of the own machine' }
    : undefined;
}

/** `https://tasks.example.org/list#share-auth-token=…`: the address was made to be handed out. */
export function doubtOfSharedLink(name: string, isInAddress: boolean): Doubt | undefined {
  return isInAddress && wordsOf(name).some((word) => shared.has(word))
    ? { limit: 'medium', reason: 'it is part of an address that was made to be handed out' }
    : undefined;
}

const shared = new Set(['share', 'shared', 'sharing', 'invite', 'invitation']);

/** What is between the braces around a place, where these are near. */
function recordAround(before: string, after: string): string | undefined {
  const start = openBrace(before);
  const end = closingBrace(after);
  if (start < 0 || end < 0) return undefined;
  const record = `${before.slice(start)}…${after.slice(0, end)}`;
  return record.split('\n').length <= maxRecordLines ? record : undefined;
}

function openBrace(text: string): number {
  let closed = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === '}') closed++;
    else if (text[at] === '{' && closed-- === 0) return at;
  }
  return -1;
}

function closingBrace(text: string): number {
  let opened = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '{') opened++;
    else if (text[at] === '}' && opened-- === 0) return at;
  }
  return -1;
}

/** `"url": "http://host…`, `endpoint: 'host`, `Host = "host"`. */
const address =
  /["']?\b(?:\w{0,30}ur[il]|\w{0,30}endpoint|\w{0,30}host(?:name)?|\w{0,30}server|\w{0,30}address|\w{0,30}authority|issuer)["']?\s{0,4}(?::|=>?)\s{0,4}["'](?:[a-z][a-z0-9+]{1,12}:\/\/)?(\[::1\]|[\w.-]{1,200})/gi;
const ownHosts = new Set(['localhost', '127.0.0.1', '0.0.0.0', '[::1]', 'host.docker.internal']);
