import { expect, test } from 'vitest';
import { pinAddress, pinnedLookup } from './resolve-host.ts';
import { checkRepositoryUrl } from './url-guard.ts';

const url = checkRepositoryUrl('https://example.org/a', []);
const { signal } = new AbortController();

test('a connection is pinned to the first address of a name, where every one of them is public', async () => {
  const pin = (addresses: string[], allowHosts: string[] = []) =>
    pinAddress(url, allowHosts, async () => addresses, signal).catch(({ errorCode, network }) => [
      errorCode,
      network,
    ]);
  expect(await pin(['93.184.216.34', '93.184.216.35'])).toBe('93.184.216.34');
  expect(await pin(['93.184.216.34', '10.0.0.1'])).toEqual(['host_blocked', false]);
  expect(await pin(['93.184.216.34', '10.0.0.1'], ['example.org'])).toBe('93.184.216.34');
  // Later tries may get an answer.
  expect(await pin([])).toEqual(['host_blocked', true]);
});

test('an address in the URL is asked of no resolver', async () => {
  const asked: string[] = [];
  const resolve = async (host: string) => {
    asked.push(host);
    return ['10.0.0.1'];
  };
  expect(await pinAddress(checkRepositoryUrl('https://93.184.216.34/a', []), [], resolve, signal)).toBe(
    '93.184.216.34',
  );
  expect(asked).toEqual([]);
});

test('whoever is told to stop does not wait for a resolver that does not answer', async () => {
  const stop = new AbortController();
  const never = () => new Promise<string[]>(() => {});
  const pinned = pinAddress(url, [], never, stop.signal);
  stop.abort(new Error('stopped'));
  await expect(pinned).rejects.toThrow('stopped');
  await expect(pinAddress(url, [], never, stop.signal)).rejects.toThrow('stopped');
});

test.for([
  ['192.0.2.1', 4],
  ['2001:db8::1', 6],
] as const)(
  'whatever name is asked for, %s is the answer, as one address or as a list',
  ([address, family]) => {
    const answers: unknown[] = [];
    const lookup = pinnedLookup(address);
    lookup('example.org', { all: true }, (...answer) => answers.push(answer));
    lookup('example.org', { all: false }, (...answer) => answers.push(answer));
    expect(answers).toEqual([
      [null, [{ address, family }]],
      [null, address, family],
    ]);
  },
);
