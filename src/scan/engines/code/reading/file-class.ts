import { atMost, type Severity } from '../../../model/finding.ts';
import { isInTestPackage } from '../../../source/test-package.ts';
import { isMinified } from './minified.ts';

/** What kind of file a finding is in: what is in tests is rated lower, and code that others wrote is not followed at all. */
export interface FileClass {
  readonly kind: 'product' | 'test' | 'vendored' | 'minified';
  rate(severity: Severity): Severity;
}

/** Copies of libraries and what a minifier wrote. Whoever uses them cannot repair them; the advisories of their releases say what is wrong with them. */
export function isOthersCode({ kind }: FileClass): boolean {
  return kind === 'vendored' || kind === 'minified';
}

/** A library that browsers are sent has all that it needs inside: it need not be read to know what it imports. */
export function isServedCopy(path: string, text: string): boolean {
  return servedRoot.test(path) && !isVendored(path) && isCopiedLibrary(path, text);
}

export function classifyFile(path: string, text: string): FileClass {
  const kind = kindOf(path, text);
  return {
    kind,
    rate: (severity) => {
      // What is uncertain anywhere else is not worth a look where only developers run it, or where it shows how something is used.
      const isAside =
        helpers.test(path) ||
        buildSettings.test(path) ||
        examples.test(withoutPackages(path)) ||
        isForDevelopment(path, text);
      const capped = isAside ? atMost(severity, 'medium') : severity;
      const rated = isAside && severity === 'medium' ? 'low' : capped;
      return kind === 'product' ? rated : atMost(rated, kind === 'test' ? 'low' : 'info');
    },
  };
}

/** `src/main/java/com/example/`: below the folder of the sources are packages, by whatever names. */
function withoutPackages(path: string): string {
  const sources = mainSources.exec(path);
  return sources ? path.slice(0, sources.index) + path.slice(path.lastIndexOf('/')) : path;
}

function kindOf(path: string, text: string): FileClass['kind'] {
  if (isVendored(path) || isCopiedLibrary(path, text) || isOfBuildSystem(path, text)) return 'vendored';
  if (isMinified(path, text)) return 'minified';
  if (mainSources.test(path)) return classTests.test(path) ? 'test' : 'product';
  return tests.test(path) || classTests.test(path) || suffixTests.test(path) || isForTests(path, text)
    ? 'test'
    : 'product';
}

/** A folder for copies of other people's code, by its name and by what is around it: a shop with many vendors has controllers and packages that are called after them. */
export function isVendored(path: string): boolean {
  if (copies.test(path)) return true;
  const at = vendorFolder.exec(path)?.index;
  if (at === undefined) return false;
  const above = path.slice(0, at);
  return !packages.test(above) && !layers.test(above);
}

/** Settings of Django that take all from others and switch debugging on are there for developers: what is deployed has others. */
function isForDevelopment(path: string, text: string): boolean {
  return djangoSettings.test(path) && takesOver.test(text) && debugging.test(text);
}

/** No product asks for a test framework; what helps tests may lie anywhere. */
function isForTests(path: string, text: string): boolean {
  if (path.endsWith('.go') && isInTestPackage(path)) return true;
  const framework = frameworks.find(([name]) => name.test(path))?.[1];
  return framework?.test(text.slice(0, importsLength)) === true;
}

/** A library next to the pages of an application, known by its head or, where it is large, by its name. */
function isCopiedLibrary(path: string, text: string): boolean {
  if (!served.test(path) || (!servedRoot.test(path) && loadsPackages.test(text))) return false;
  if (libraryNames.test(path) && text.length > largeLibrary) return true;
  if (libraryFolders.test(path)) return true;
  const head = text.slice(0, bannerLength);
  if (versioned.test(path) && opening.test(head)) return true;
  if (servedRoot.test(path) && packed.test(head) && (credit.test(head) || plugins.test(path))) return true;
  if (servedRoot.test(path) && bundled.test(head) && !loadsPackages.test(text)) return true;
  // A line of the program's own may stand above the head of the first library of a bundle.
  const kept = withoutOwnLines(head);
  if (kept !== head && keptBanner.test(kept) && banner.test(kept)) return true;
  return banner.test(head) || lineBanner.test(head) || (plugins.test(path) && credit.test(head));
}

function withoutOwnLines(head: string): string {
  return head.replace(/^(?:\s*\/\/[^\n]*\n){1,6}\s*/, '');
}

/** What Autoconf, Automake, Libtool and the wrappers of Gradle and Maven copy next to a program, and renew. */
function isOfBuildSystem(path: string, text: string): boolean {
  return buildScripts.test(path) && buildStamp.test(text.slice(0, bannerLength));
}

const buildScripts =
  /(?:^|\/)(?:gradlew|mvnw|config\.(?:guess|sub|rpath)|install-sh|ltmain\.sh|missing|depcomp|compile|mkinstalldirs|ar-lib|test-driver|ylwrap|mdate-sh)$/;
const buildStamp =
  /^(?:scriptversion=|timestamp=['"]\d{4}-|# Provide generalized library-building|#+\s+(?:\S+\s+)?Gradlew? start up script|#[^\n]*Maven (?:Wrapper|Start Up))/im;
const djangoSettings = /(?:^|\/)settings\/(?!(?:__init__|base|defaults?|common|prod\w*)\.py$)\w+\.py$/;
const takesOver = /^from \.\w* import \*/m;
const debugging = /^DEBUG\s*=\s*True\b/m;
const importsLength = 6_000;
/** How files of a language ask for what only tests need. */
const frameworks: ReadonlyArray<readonly [RegExp, RegExp]> = [
  [
    /\.go$/,
    /^(?:import )?\s*(?:[\w.]+ )?"(?:testing|github\.com\/(?:stretchr\/testify|onsi\/(?:ginkgo|gomega)|ory\/dockertest)[^"]*)"/m,
  ],
  [/\.py$/, /^(?:import|from) (?:pytest|unittest)\b/m],
  [
    /\.[cm]?[jt]sx?$/,
    /(?:\bfrom |\brequire\()['"](?:vitest|@jest\/globals|mocha|chai|@playwright\/test|cypress|node:test|@testing-library\/[\w-]+)['"]/,
  ],
  [/\.(?:java|kts?|scala)$/, /^import (?:static )?(?:org\.junit|org\.mockito|org\.testng|org\.scalatest)\./m],
  [/\.cs$/, /^using (?:Xunit|NUnit\.Framework|Moq|Microsoft\.VisualStudio\.TestTools)\b/m],
  [/\.php$/, /^use PHPUnit\\/m],
];

const copies =
  /(?:^|\/)(?:node_modules|vendored|(?:third|3rd)[_-]?party|bower_components|site-packages|dist-packages|\.yarn|jspm_packages|assets\/builds)\//i;
/** Go, PHP, Ruby and pages keep copies in `vendor`. A namespace of PHP or C# begins with a capital, but for the folder that CakePHP 2 has for copies. */
const vendorFolder = /(?:^|(?<=\/))vendor\/|^(?:app\/|plugins?\/\w+\/)?Vendor\//;
/** Directly below a folder of a program's own parts. */
const layers =
  /(?:^|\/)(?:controllers?|models?|services?|handlers?|pages|routes?|routers?|components?|domains?|entities|repositories|middlewares?|serializers?|resolvers?|graphql|features?|modules|screens|containers|use-?cases?|endpoints|requests|jobs|mailers?|policies|forms)\/(?:(?:v\d+|admin)\/)?$/i;
/** Java's packages, and the parts of an Angular program. */
const packages = /(?:^|\/)src\/(?:main\/(?:java|kotlin|scala|groovy)|app)\//;
/** A library that was copied next to the pages says at its head who wrote it, which version it is and under which licence. */
const served =
  /(?:^|\/)(?:static|public|assets?|wwwroot|www|webroot|webapp|resources?|scripts?|js|javascripts?|lib|libs|libraries|plugins?|dist|externals?)\/.*\.(?:js|mjs|cjs)$/i;
/** Folders that are certainly sent to browsers; `lib` and `js` may as well hold the program of a server. */
const servedRoot = /(?:^|\/)(?:static|public|assets?|wwwroot|www|webroot|webapp)\//i;
/** What a browser is sent has its packages inside: a file that loads them by name is a program of this repository, whatever its head says. */
const loadsPackages =
  /^[ \t]*(?:(?:const|let|var)\s[^=\n]{1,200}=\s*)?require\(\s*['"][^./'"]|^import\s[^'"\n]{0,300}['"][^./'"]/m;
const banner =
  /^\s*(?:['"]use strict['"];?\s*)?\/\*[!*\s](?=[^/]{0,900}?\bv?\d+\.\d+(?:\.\d+)?\b)(?=[\s\S]{0,900}?(?:licen[sc]e|copyright|\(c\)\s*\d{4}))/i;
/** A comment that packers are told to keep. */
const keptBanner = /^\/\*!/;
/** The same in lines: a version on the first of them, an owner or a licence behind it. */
const lineBanner =
  /^\s*\/\/[^\n]{0,200}?\bv?\d+\.\d+(?:\.\d+)?\b[^\n]*\n(?:[ \t]*\/\/[^\n]*\n){0,8}?[ \t]*\/\/[^\n]*(?:licen[sc]e|copyright|\(c\)\s*\d{4})/i;
/** What a bundler writes before the first module of a part that pages load. */
const bundled =
  /^\s*(?:['"]use strict['"];?\s*)?(?:\((?:globalThis|self|this|window)\[['"]webpack(?:Chunk|Jsonp)|\((?:globalThis|self|this|window)\.webpack(?:Chunk|Jsonp)|webpackJsonp\()/;
const bannerLength = 1_200;
/** In a folder of plug-ins next to the pages a comment that is to be kept, or that names an owner, is enough. */
const plugins =
  /(?:^|\/)(?:static|public|assets?|wwwroot|www|webroot|webapp|js|javascripts?)\/(?:[^/]+\/)*(?:plugins?|libs?|libraries)\//i;
const credit =
  /^\s*(?:\/\*[!@*\s](?=[\s\S]{0,900}?(?:licen[sc]e|copyright|©|\(c\)|https?:\/\/))|(?:\/\/[^\n]*\n){0,6}?\/\/[^\n]*(?:©|copyright))/i;
const libraryNames =
  /(?:^|\/)(?:(?:jquery|bootstrap|moment|lodash|underscore|angular|react|react-dom|vue|d3|raphael|datatables|select2|popper|tinymce|ckeditor|codemirror|three|backbone|ember|mootools|handlebars|knockout|modernizr|summernote|fullcalendar|leaflet|highlight|prism|swagger-ui(?:-bundle)?|slick|selectize|swiper|sweetalert|video|plotly|highcharts|echarts)(?:[.-][\w.-]*)?|vendors?(?:[.~-][\w~.-]*)?|polyfills(?:[.-][\w.-]*)?)\.js$/i;
/** A folder of its own among the libraries of the pages: `wwwroot/lib/jquery/src/ajax.js`. */
const libraryFolders =
  /(?:^|\/)(?:static|public|assets?|wwwroot|www|webroot|webapp)\/(?:[^/]+\/)*?(?:libs?|libraries)\/(?:jquery|bootstrap|moment|lodash|underscore|angular|react|react-dom|vue|d3|raphael|datatables|select2|popper|tinymce|ckeditor|codemirror|backbone|ember|mootools|handlebars|knockout|modernizr|summernote|fullcalendar|leaflet|swagger-ui|slick|selectize|swiper|plotly|highcharts|echarts)(?:[.-][\w.-]*)?\//i;
const largeLibrary = 20_000;
/** The name of the file or of its folder says which release of a library it is. */
const versioned =
  /(?:^|\/)[a-z][\w.]{1,60}-v?\d{1,4}\.\d{1,4}(?:\.\d{1,4})?(?:[.-](?:min|slim|all|full|pack|umd))?(?:\/(?:[^/]+\/)*[^/]+)?\.(?:js|mjs|cjs)$/i;
/** What a library begins with: a comment, or a function around all of it. */
const opening = /^\s*(?:['"]use strict['"];?\s*)?(?:\/[*/]|[;!]?\(?function\b)/;
/** A module for every loader, or a bundle with a loader of its own. */
const packed =
  /\btypeof define\s*===?\s*['"]function['"]|typeof require\s*===?\s*['"]function['"]\s*&&\s*require/;
const tests =
  /(?:^|\/)(?:_?tests?|__tests__|__mocks__|specs?|e2e|acceptance|(?:\w+[-_])?(?:acceptance|integration|functional|system|unit|regression|smoke|e2e|api|browser|contract|conformance)[-_]?tests?|cypress|features\/(?:support|step_definitions)|fixtures?|testing|testdata|unittests?|test[-_]?(?:helpers?|utils?|support|kit)|benchmarks?|bench|runtime-tests)\/|(?:^|\/)(?:test_[^/]*|[^/]*_tests?|conftest)\.py$|_test\.go$|[.-](?:test|spec|e2e|bench|stories|test-d)\.(?:[cm]?[jt]sx?|php)$/i;
/** What shows how a program is used does not run: it is read and copied. */
const examples = /(?:^|\/)_?(?:examples?(?:[-_][\w-]*)?|samples?|demos?|playgrounds?)\/|^sandbox(?:es)?\//i;
/** What developers run on their own machines: nobody sends it anything. */
const helpers =
  /(?:^|\/)(?:db\/(?:migrate|(?:dev_)?seeds)|migrations?|seeders?)\/|^(?:(?:packages|apps)\/(?:[^/]+\/)?)?(?:scripts?|(?:(?:misc|dev|devel|build|maint)[-_])?tools?|hack|contrib|ci|dev|devtools|releases?|docs?|extras?|\.github|\.gitlab|\.circleci)\//i;
/** What builds and checks a program is set up with, by whoever runs the build. */
const buildSettings =
  /(?:^|\/)(?:(?:webpack|vite|rollup|esbuild|postcss|tailwind|babel|metro|karma|jest|vitest|playwright|cypress|tsup|craco|commitlint|eslint|stylelint|prettier)(?:[.-]\w+)*\.conf(?:ig)?(?:[.-]\w+)*|gulpfile(?:\.babel)?|gruntfile)\.[cm]?[jt]s$/i;
/** What Maven and Gradle build the product from, whatever its packages are called. */
const mainSources = /(?:^|\/)src\/main\/(?:java|kotlin|scala|groovy|webapp)\//;
/** Ruby, C++ and Go name tests by the end of the file's name, C by its beginning as well. */
const suffixTests =
  /_(?:test|spec|unittest)\.(?:rb|cc|cpp|cxx|c|go)$|(?:^|\/)test[-_][^/]*\.(?:c|cc|cpp|cxx)$/;
/** Classes and projects are named after what they test; the capital tells `UserTest` from `Latest`. */
const classTests =
  /(?:^|\/)[a-z]+Test\/|(?:^|\/)[\w.]+\.(?:\w*Tests?|Specs?|Benchmarks?)\/|(?:Tests?|Spec|[a-z]IT)\.(?:java|kts?|cs|php)$/;
