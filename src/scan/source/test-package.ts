/** `httptest/`, `caddytest/`: Go calls packages for tests so. `latest/` and its like end in the same letters. The path is in lower case. */
export function isInTestPackage(path: string): boolean {
  for (const [, folder] of path.matchAll(/(?:^|\/)([a-z0-9]{2,24}test)(?=\/)/g))
    if (!/^(?:at|con|de|pro|bes|brigh|fas|grea|la|ligh|shor|smar|sof)test$/.test(folder!)) return true;
  return false;
}
