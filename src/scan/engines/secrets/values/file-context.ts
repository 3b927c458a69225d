import { isInTestPackage } from '../../../source/test-package.ts';

/** What the path of a file says about the values in it. */
export interface FileContext {
  /** `code`: a bare value is an expression; `config` and `shell`: it is a value; `prose`: it may be either. */
  readonly syntax: 'code' | 'config' | 'shell' | 'prose';
  /** Of a program, in lower case and without the dot; empty for other files. */
  readonly extension: string;
  /** Why a finding here deserves less trust, in words; absent for ordinary files. */
  readonly caution:
    | 'test data'
    | 'documentation or an example'
    | 'a lock file'
    | 'a list of checksums'
    | 'a minified or generated file'
    | 'translations'
    | undefined;
  /** Who runs what the file sets up: `development`: developers, on their own machines; `pipeline`: a build, which throws it away afterwards. */
  readonly setup: 'development' | 'pipeline' | undefined;
  /** A folder for certificates, or one that a build is in, and a name that says what kind of key it is and not whose. */
  readonly anonymousKey: boolean;
  /** Code that exists to hold what one installation is set up with: `settings.py`, `config.php`, `main.tf`. */
  readonly settings: boolean;
  /** Everybody who uses the program gets what the file holds: a page, or a part of an app for phones. */
  readonly shipped: boolean;
}

/** Texts that are no files all have the same name. */
let last: { path: string; context: FileContext } | undefined;

export function contextOf(path: string): FileContext {
  if (last?.path !== path) last = { path, context: new ContextOfPath(path) };
  return last.context;
}

/** Each is asked only where something is found. */
class ContextOfPath implements FileContext {
  readonly #path: string;
  #syntax: FileContext['syntax'] | undefined;
  #caution: { is: FileContext['caution'] } | undefined;
  #setup: { is: FileContext['setup'] } | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  get syntax() {
    this.#syntax ??= syntaxOf(nameOf(this.#path));
    return this.#syntax;
  }

  get extension() {
    const name = nameOf(this.#path);
    return this.syntax === 'code' ? name.slice(name.lastIndexOf('.') + 1) : '';
  }

  get caution() {
    this.#caution ??= { is: cautionOf(this.#path, this.#path.toLowerCase(), nameOf(this.#path)) };
    return this.#caution.is;
  }

  get setup() {
    this.#setup ??= { is: setupOf(this.#path.toLowerCase()) };
    return this.#setup.is;
  }

  get anonymousKey() {
    return isAnonymousKey(this.#path.toLowerCase(), nameOf(this.#path));
  }

  get settings() {
    return settingsInCode.test(nameOf(this.#path));
  }

  get shipped() {
    return isShipped(this.#path.toLowerCase(), nameOf(this.#path));
  }
}

/** The same, but for what is said of it. Not by spreading: what is worked out when it is asked for would be left out. */
export function contextWith(context: FileContext, change: Partial<FileContext>): FileContext {
  const { syntax, extension, caution, setup, anonymousKey, settings, shipped } = context;
  return { syntax, extension, caution, setup, anonymousKey, settings, shipped, ...change };
}

function setupOf(path: string): FileContext['setup'] {
  if (
    /(?:^|\/)(?:\.github\/workflows\/|\.circleci\/|\.gitlab-ci[^/]*$|\.travis\.ya?ml$|\.drone\.ya?ml$|azure-pipelines[^/]*$|jenkinsfile[^/]*$|bitbucket-pipelines\.ya?ml$|cloudbuild\.ya?ml$)/.test(
      path,
    )
  )
    return 'pipeline';
  return isForDevelopment(path) ? 'development' : undefined;
}

/** `.devcontainer/`, `.docker_compose/`, `dev/`, `docker-compose.dev.yml`, `.env.development`, `Vagrantfile`: a word of its own, in a folder or before the ending. */
export function isForDevelopment(path: string): boolean {
  return /(?:^|\/)\.?(?:dev|devel|development|devcontainer|devenv|dev-env|local-dev|localdev|vagrant|local|hack)\/|(?:^|\/)\.docker[-_]?compose\/|(?:^|\/)(?:dev|local|development)[-_][\w-]{1,30}\/|[-_](?:dev|development)\/|(?:^|[/._-])(?:dev|devel|development|local|localdev|vagrant|vagrantfile)(?:\.[a-z0-9]{1,10}){0,2}$/i.test(
    path,
  );
}

function isAnonymousKey(path: string, name: string): boolean {
  return (
    /(?:^|\/)(?:certs?|certificates?|keys?|ssl|tls|pki|ca|x509|ci|\.github|(?:[\w.]{1,30}-){0,6}(?:certs?|certificates?|ssl|tls|pki)(?:-[\w.]{1,30}){0,6})\//.test(
      path,
    ) &&
    /\.(?:pem|key|crt|cert|pk8|der)$/.test(name) &&
    name.split(/[._-]/).every((word) => keyWords.has(word) || /^\d*$/.test(word))
  );
}

const keyWords = new Set(
  'key keys pem private priv priva server client ca root intermediate leaf chain peer node rsa dsa ec ecdsa ecc ed25519 p256 p384 p521 secp256r1 prime256v1 pkcs1 pkcs8 pk8 der crt cert certificate ssl tls mtls new old bad good other invalid expired revoked place holder placeholder self signed selfsigned localhost default'.split(
    ' ',
  ),
);

const settingsInCode =
  /^(?:(?:local|base|prod|production|live|staging|wp|app|site|db)[_.-]?)?(?:settings?|config|configuration|conf|secrets?|credentials?|env|environment|parameters)(?:[_.-](?:local|prod|production|live|staging|inc))?\.(?:php|py|[cm]?[jt]s|rb|go|cs|java|kt|scala|swift|pl|lua)$|\.(?:tf|hcl|nix|bicep)$/;

function isShipped(path: string, name: string): boolean {
  return (
    /\.(?:html?|plist|dart|swift|m|mm|storyboard|gradle|gradle\.kts|entitlements)$/.test(name) ||
    /^(?:google-services[\w.-]*\.json|androidmanifest\.xml|firebase[\w-]*config[\w.-]*\.(?:[jt]sx?|json))$/.test(
      name,
    ) ||
    /(?:^|\/)res\/(?:values|xml|raw)[^/]*\/[^/]+$/.test(path)
  );
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}

function cautionOf(path: string, lower: string, name: string): FileContext['caution'] {
  // `jvmTest`, `IntegrationTesting.Http`, `TestCertificates/a.key`, `testCert.pfx`: the capital tells them from `latest` and `testament`.
  const inTests = /(?:^|[/._-])[Tt]est(?:s|ing)?[A-Z]|[a-z](?:Test(?:s|ing)?|Mocks?)[/._-]/.test(path);
  if (inTests) return 'test data';
  return languages.has(bundle.exec(path)?.[1] ?? '') ? 'translations' : cautionOfNames(lower, name);
}

/** A bundle of texts in Java, which is called like a class: `Labels_de.properties`, `WebApp_pt_BR.properties`. */
const bundle = /(?:^|\/)[A-Z]\w{1,60}_([a-z]{2})(?:_[A-Z]{2})?\.properties$/;

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
    // Texts of a program in one language, of Apple's systems and of Android.
    /\.lproj\/|\.stringsdict$/.test(path) ||
    /(?:^|\/)res\/values-(?:[a-z]{2,3}(?:-r[a-z]{2})?|b\+[a-z0-9+]+)\//.test(path) ||
    languages.has(
      /^(?:messages|strings|translations?)?[._-]?([a-z]{2})(?:[-_][a-z]{2})?\.(?:json|ya?ml|properties|po|arb|strings|xliff)$/.exec(
        name,
      )?.[1] ?? '',
    ) ||
    /\.(?:po|arb|xliff|strings)$/.test(name)
  ) {
    return 'translations';
  }
  if (lockFiles.has(name) || name.endsWith('.lock') || name.endsWith('.sum')) return 'a lock file';
  if (/(?:^|[._-])(?:hash|hashes|checksums?|digests?|(?:md5|sha\d*)(?:sums?)?)(?:[._-]|$)/.test(name))
    return 'a list of checksums';
  if (
    /\.min\.(?:js|css|mjs)$|\.map$|\.bundle\.js$|[.-]generated\.|\.snap$|\.svg$|\.eps$|\.ipynb$/.test(name) ||
    /(?:^|\/)(?:dist|vendor|node_modules|third_party|bower_components)\//.test(path)
  ) {
    return 'a minified or generated file';
  }
  if (
    /(?:^|[/_.-])(?:tests?|spec|specs|__tests__|testing|testdata|test-data|test(?:resources?|keys?|certs?|certificates?|files?|assets?|vectors?|suites?|cases?|pki|ca|env|lib|support|helpers?|infra|servers?|apps?|projects?|bed|harness|images?|configs?)|vectors|testvectors|wycheproof|fuzz|fuzzing|fuzzers?|corpus|corpora|cassettes?|recordings|regress|selftests?|unittests?|tck|phpunit|pytest|rspec|behat|codeception|playwright|insecure|dummy|fakes?|snakeoil|fixtures?|mocks?|__mocks__|e2e|cypress|stubs?|benchmarks?|bench|runtime-tests|testutils?|conftest|conformance|bdd|molecule|unit-?tests?|seeders?|seeds|(?:dev|demo|test)[_-]seeds?|seed[_-]data)(?:[/_.-]|$)/.test(
      path,
    ) ||
    isInTestPackage(path) ||
    /(?:^|\/)(?:acceptance|suites)\//.test(path) ||
    // `integration/` of the whole repository or of a module, `src/integration/java/`; elsewhere it is what connects the program with others.
    /^(?:(?:src|internal|pkg|app)\/)?integration\//.test(path) ||
    // Ruby's tryouts.
    /(?:^|\/)\w{1,80}[_.]try\.rb$/.test(path) ||
    // Where Perl and what is built on nginx keep their tests.
    /(?:^|\/)t\/|\.t$/.test(path) ||
    // What chart-testing installs a Helm chart with.
    /(?:^|\/)ci\/[^/]*values\.ya?ml$/.test(path) ||
    /^phpunit[\w.-]*\.xml(?:\.dist)?$/.test(name) ||
    /(?:^|[._-])localhost[._-](?:[\w.-]*[._-])?(?:key|pem|p12|pfx|jks)$/.test(name) ||
    // `testclientkey.pem`
    /^test(?:client|server|ca|root|user|ssl|tls|rsa|ec|ssh)?(?:key|cert)s?\d*\.(?:key|pem|crt|der|p12|pfx|jks)$/.test(
      name,
    ) ||
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
    /(?:^|[/_.-])(?:examples?|samples?|docs?|documentation|demos?|tutorials?|playgrounds?|quick-?starts?|quick-?setup|getting-?started|template|templates|dist)(?:[/_.-]|$)|(?:^|\/)\.env\.defaults?$/.test(
      path,
    ) ||
    // `sandbox/` of the whole repository, `Acme.Sandbox.Server/`: what is there to try a library out; a sandbox of a program's own is anywhere else.
    /^sandbox(?:es)?\/|(?:^|\/)[\w.]+\.sandbox(?:\.[\w.]+)?\//.test(path)
  ) {
    return 'documentation or an example';
  }
  return undefined;
}

/** ISO 639-1: `ci.yml` and `db.json` are in no language. */
const languages = new Set(
  'aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io is it iu iw ja ji jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'.split(
    ' ',
  ),
);

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
