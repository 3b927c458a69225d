import { isInTestPackage } from '../../../source/test-package.ts';

/** What the path of a file says about the values in it. */
export interface FileContext {
  /** `code`: a bare value is an expression; `config` and `shell`: it is a value; `prose`: it may be either. */
  readonly syntax: 'code' | 'config' | 'shell' | 'prose';
  /** Why a finding here deserves less trust, in words; absent for ordinary files. */
  readonly caution:
    | 'test data'
    | 'documentation or an example'
    | 'a lock file'
    | 'a list of checksums'
    | 'a minified or generated file'
    | 'translations'
    | undefined;
}

/** Texts that are no files all have the same name. */
let last: { path: string; context: FileContext } | undefined;

export function contextOf(path: string): FileContext {
  if (last?.path !== path) last = { path, context: readContext(path) };
  return last.context;
}

function readContext(path: string): FileContext {
  let syntax: FileContext['syntax'] | undefined;
  let caution: { is: FileContext['caution'] } | undefined;
  // Each is asked only where something is found.
  return {
    get syntax() {
      syntax ??= syntaxOf(nameOf(path));
      return syntax;
    },
    get caution() {
      caution ??= { is: cautionOf(path, path.toLowerCase(), nameOf(path)) };
      return caution.is;
    },
  };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}

function cautionOf(path: string, lower: string, name: string): FileContext['caution'] {
  // `jvmTest`, `IntegrationTesting.Http`, `TestCertificates/a.key`, `testCert.pfx`: the capital tells them from `latest` and `testament`.
  const inTests = /(?:^|[/._-])[Tt]est(?:s|ing)?[A-Z]|[a-z]Test(?:s|ing)?[/._-]/.test(path);
  return inTests ? 'test data' : cautionOfNames(lower, name);
}

function syntaxOf(name: string): FileContext['syntax'] {
  if (name.startsWith('dockerfile') || name.startsWith('makefile') || name.startsWith('.env')) return 'shell';
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot + 1) : '';
  if (codeExtensions.has(extension)) return 'code';
  if (shellExtensions.has(extension) || /^\.(?:bash|zsh|profile|sh_)/.test(name)) return 'shell';
  if (proseExtensions.has(extension)) return 'prose';
  return 'config';
}

function cautionOfNames(path: string, name: string): FileContext['caution'] {
  if (
    /(?:^|\/)(?:locales?|i18n|l10n|lang|langs|languages?|translations?)\//.test(path) ||
    /^(?:messages|strings|translations?)?[._-]?[a-z]{2}(?:[-_][a-z]{2})?\.(?:json|ya?ml|properties|po|arb|strings|xliff)$/.test(
      name,
    ) ||
    /\.(?:po|arb|xliff|strings)$/.test(name)
  ) {
    return 'translations';
  }
  if (lockFiles.has(name) || name.endsWith('.lock') || name.endsWith('.sum')) return 'a lock file';
  if (/(?:^|[._-])(?:hash|hashes|checksums?|digests?|(?:md5|sha\d*)(?:sums?)?)(?:[._-]|$)/.test(name))
    return 'a list of checksums';
  if (
    /\.min\.(?:js|css|mjs)$|\.map$|\.bundle\.js$|[.-]generated\.|\.snap$|\.svg$|\.ipynb$/.test(name) ||
    /(?:^|\/)(?:dist|vendor|node_modules|third_party|bower_components)\//.test(path)
  ) {
    return 'a minified or generated file';
  }
  if (
    /(?:^|[/_.-])(?:tests?|spec|specs|__tests__|testing|testdata|test-data|fixtures?|mocks?|__mocks__|e2e|cypress|stubs?|benchmarks?|bench|runtime-tests|testutils?|conftest|conformance|bdd|molecule|unit-?tests?|seeders?|seeds|seed[_-]data)(?:[/_.-]|$)/.test(
      path,
    ) ||
    isInTestPackage(path) ||
    /^phpunit[\w.-]*\.xml(?:\.dist)?$/.test(name) ||
    /(?:^|[._-])localhost[._-](?:[\w.-]*[._-])?(?:key|pem|p12|pfx|jks)$/.test(name) ||
    /(?:[a-z]test|[a-z]tests|testcase|[a-z]seeder)\.(?:java|kt|cs|php|swift|go|scala)$/.test(name)
  ) {
    return 'test data';
  }
  if (proseExtensions.has(name.slice(name.lastIndexOf('.') + 1)) && !name.endsWith('.txt'))
    return 'documentation or an example';
  // Pages of a manual, and the settings of Rails for development.
  if (/[a-z]\.[1-8]$|\.(?:ronn|pod)$/.test(name)) return 'documentation or an example';
  if (/(?:^|\/)config\/environments\/(?:development|test)\.rb$/.test(path)) return 'test data';
  if (
    /(?:^|[/_.-])(?:examples?|samples?|docs?|documentation|demos?|tutorials?|template|templates|dist)(?:[/_.-]|$)/.test(
      path,
    )
  ) {
    return 'documentation or an example';
  }
  return undefined;
}

const codeExtensions = new Set(
  'ts tsx mts cts js jsx mjs cjs py pyi go java kt kts scala groovy rb php phtml cs fs vb c h cc cpp cxx hpp hh m mm rs swift dart lua pl pm r jl ex exs erl clj cljs hs ml sol vue svelte astro elm nim zig sql coffee tf hcl nix bicep css scss less sass'.split(
    ' ',
  ),
);
const shellExtensions = new Set(
  'sh bash zsh fish ksh bat cmd ps1 psm1 mk dockerfile env envrc history'.split(' '),
);
const proseExtensions = new Set('md markdown mdx rst adoc asciidoc txt html htm tex org'.split(' '));
const lockFiles = new Set(
  'package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock composer.lock cargo.lock gemfile.lock poetry.lock uv.lock go.sum pipfile.lock flake.lock packages.lock.json mix.lock pubspec.lock podfile.lock'.split(
    ' ',
  ),
);
