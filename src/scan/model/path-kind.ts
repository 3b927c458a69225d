/** What a file is for: the same line in a test and in the service is not the same risk. */
export type PathKind = 'test' | 'example' | 'documentation' | 'vendored' | 'configuration' | 'source';

const kinds: ReadonlyArray<[PathKind, RegExp]> = [
  ['vendored', /(?:^|\/)(?:vendor|third[_-]?party|node_modules|bower_components|dist)\//],
  [
    'test',
    /(?:^|\/)(?:tests?|specs?|__tests__|testdata|fixtures?|e2e)\/|[._-](?:test|spec)s?\.|(?:^|\/)test_[^/]*$|Tests?\.\w+$/,
  ],
  ['example', /(?:^|\/)(?:examples?|samples?|demos?|tutorials?|playground)\//i],
  ['documentation', /(?:^|\/)docs?\/|\.(?:md|rst|adoc|txt)$/i],
  [
    'configuration',
    /(?:^|\/)\.(?:github|gitlab|circleci)\/|(?:^|\/)(?:dockerfile|docker-compose)|\.(?:ya?ml|toml|ini|cfg|tf|json|env)$/i,
  ],
];

export function pathKind(file: string): PathKind {
  return kinds.find(([, pattern]) => pattern.test(file))?.[0] ?? 'source';
}
