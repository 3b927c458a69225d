import { expect, test } from 'vitest';
import { acceptedUrl } from '../accepted-url.ts';

const refused = (text: string, allowHosts: string[] = []) => {
  try {
    acceptedUrl(text, allowHosts);
    return undefined;
  } catch (error) {
    return (error as { errorCode: string }).errorCode;
  }
};

// biome-ignore format: one line for each row
test.each([
  ['https://git.example/a', [], undefined], ['https://127.0.0.1/a', [], 'host_blocked'], ['https://127.0.0.1/a', ['127.0.0.1'], undefined], ['http://git.example/a', [], 'repo_not_found'], ['nonsense', [], 'repo_not_found'],
])('%s with the hosts %j: %s', (text, allowHosts, code) => {
  expect(refused(text, allowHosts)).toBe(code);
});
