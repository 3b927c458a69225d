/** Whether a file says that its folder is a package which others install and call: what it offers has callers that nobody sees. */
export function isPackageFile(path: string): boolean {
  return manifests.test(path);
}

/** The text decides where applications have the same file. Undefined where a manifest of Python says nothing of it, so that another one of its folder decides. */
export function isPublished(path: string, text: string): boolean | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name === 'package.json') {
    // What only says how modules are loaded below it is no manifest of its own.
    if (!/"name"\s*:/.test(text)) return undefined;
    const isOpen = !/"private"\s*:\s*true/.test(text);
    // What has a licence and an entry file and needs nothing to run is a library that is published by other means: an application needs something.
    const isAlone =
      /"license"\s*:/.test(text) &&
      /"main"\s*:/.test(text) &&
      !/"(?:optionalD|peerD|d)ependencies"\s*:/.test(text);
    const isOffered = (isOpen || isAlone) && /"(?:main|module|exports|bin|types|files)"\s*:/.test(text);
    return isOffered && !nodeServers.test(blockOf(text, 'dependencies'));
  }
  if (name === 'composer.json')
    return (
      /"name"\s*:/.test(text) &&
      !/"type"\s*:\s*"project"/.test(text) &&
      !phpApplications.test(blockOf(text, 'require'))
    );
  if (name === 'pyproject.toml') {
    if (!/^\[(?:project|tool\.poetry)\]/m.test(text)) return undefined;
    if (pythonScripts.test(text) && pythonServers.test(text)) return false;
    // Without it tools install what the program needs, and not the program.
    return /^\[build-system\]/m.test(text) && !/^package-mode\s*=\s*false/m.test(text) ? true : undefined;
  }
  if (name === 'setup.cfg' && !/^\[(?:metadata|options)\b/m.test(text)) return undefined;
  if (name === 'setup.cfg' || name === 'setup.py')
    return !(commandsOfSetup.test(text) && pythonServers.test(text));
  if (name === 'go.mod') return /^module\s/m.test(text) && !goApplications.test(text);
  if (name === 'pom.xml')
    return !/<packaging>\s*(?!jar\b|bundle\b)\w/.test(text) && !javaApplications.test(text);
  if (name.startsWith('build.gradle'))
    return /\bjava-library\b|\bmaven-publish\b/.test(text) && !javaApplications.test(text);
  return name.endsWith('.csproj') ? !csharpApplications.test(text) : true;
}

/** Whether a manifest tells others that it is one of an application: files of Python say together what their folder is, and a package of Node.js inside of another is one of its own. */
export function saysItIsNone(path: string): boolean {
  return sharedManifests.test(path) || nodeManifest.test(path);
}

/** The text of an object of a manifest by its key, up to its end. */
function blockOf(text: string, key: string): string {
  const start = text.search(new RegExp(`"${key}"\\s*:\\s*\\{`));
  return start < 0 ? '' : text.slice(start, text.indexOf('}', start) >>> 0);
}

/**
 * What brings a server of its own along is an application that people run, also where it has a name in a registry: what its functions get comes from its own
 * handlers and commands, which are seen. Extensions of a framework name it as what they are used with, not as what they need.
 */
const nodeServers =
  /"(?:express|koa|fastify|restify|sails|next|nuxt|polka|@hapi\/hapi|@nestjs\/core|@koa\/router)"\s*:/;
const phpApplications =
  /"(?:laravel\/framework|symfony\/framework-bundle|cakephp\/cakephp|yiisoft\/yii2|slim\/slim)"\s*:/;
const pythonScripts = /^\[(?:project\.(?:gui-)?scripts|tool\.poetry\.scripts)\]/m;
const commandsOfSetup = /\b(?:console|gui)_scripts\b/;
const pythonServers =
  /["'\s](?:django|flask|fastapi|cherrypy|tornado|aiohttp|sanic|pyramid|bottle|starlette|quart|litestar)\b(?:\[[\w,\s-]*\])?\s*(?:["'=<>~!;@(]|$)/im;

/** What needs the means of a server or of a command line is one. */
const goApplications =
  /\b(?:gin-gonic\/gin|labstack\/echo|gofiber\/fiber|go-chi\/chi|beego|spf13\/cobra|urfave\/cli|alecthomas\/kong)\b/;
const javaApplications =
  /spring-boot|<mainClass>|\bmainClass\b|(?:id\s*\(?\s*|plugin:\s*)['"]application['"]|\b(?:quarkus|micronaut|dropwizard-core|javalin)\b/;
const csharpApplications =
  /Sdk="Microsoft\.NET\.Sdk\.(?:Web|Worker|Razor|BlazorWebAssembly)"|<OutputType>\s*(?:Win)?Exe|Microsoft\.NET\.Test\.Sdk|<IsPackable>\s*false/i;

/** The folders of published packages, to ask which files are in one. */
export class PublishedPackages {
  /** By the manifest's language. */
  readonly #folders = new Map<string, Set<string>>();
  /** Folders of applications of Node.js, which may lie inside of a package. */
  readonly #applications: ReadonlySet<string>;

  /**
   * `programs` are files in which a program begins: a module of Go that has one is no library. `applications` are manifests of which one says for its whole folder
   * that it is none.
   */
  constructor(
    manifestPaths: readonly string[],
    programs: readonly string[] = [],
    applications: readonly string[] = [],
  ) {
    this.#applications = new Set(applications.filter((path) => nodeManifest.test(path)).map(folderOf));
    const run = new Set(applications.filter((path) => sharedManifests.test(path)).map(folderOf));
    const published = manifestPaths
      .filter((path) => !sharedManifests.test(path) || !run.has(folderOf(path)))
      .filter((path) => !path.endsWith('go.mod') || !programs.some((file) => isBelow(file, folderOf(path))));
    for (const path of published) {
      const ending = endingsOf(path);
      this.#folders.set(ending, (this.#folders.get(ending) ?? new Set()).add(folderOf(path)));
    }
  }

  /** A manifest of another language says nothing: the documentation of a server of Node.js may be a project of Python. */
  has(file: string): boolean {
    for (const [ending, folders] of this.#folders) {
      if (!new RegExp(ending).test(file)) continue;
      const isNode = ending === nodeFiles;
      for (let folder = folderOf(file); ; folder = folderOf(folder)) {
        if (folders.has(folder)) return !servedParts.test(file.slice(folder.length));
        if (folder === '' || (isNode && this.#applications.has(folder))) break;
      }
    }
    return false;
  }
}

/** An expression for the names of the files that a manifest speaks of. */
function endingsOf(manifest: string): string {
  return languages.find(([name]) => name.test(manifest))![1];
}

const nodeFiles = '\\.(?:[cm]?[jt]sx?|vue|svelte|astro)$';

const languages: ReadonlyArray<readonly [RegExp, string]> = [
  [/package\.json$/, nodeFiles],
  [/composer\.json$/, '\\.(?:php\\d?|phtml|inc|module|install)$'],
  [/(?:pyproject\.toml|setup\.py|setup\.cfg)$/, '\\.pyw?$'],
  [/\.gemspec$/, '\\.(?:rb|rake|ru)$'],
  [/go\.mod$/, '\\.go$'],
  [/(?:pom\.xml|build\.gradle(?:\.kts)?)$/, '\\.(?:java|kts?|scala|groovy)$'],
  [/\.csproj$/, '\\.cs$'],
];

/** What a browser is sent is called by the pages of the program, whoever installs the package that it comes with. */
const servedParts = /(?:^|\/)(?:static|public|wwwroot|webroot)\/.*\.(?:[cm]?[jt]s|jsx|tsx)$/;

function isBelow(file: string, folder: string): boolean {
  return folder === '' || file.startsWith(`${folder}/`);
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

const nodeManifest = /(?:^|\/)package\.json$/;
const sharedManifests = /(?:^|\/)(?:pyproject\.toml|setup\.cfg|setup\.py)$/;
const manifests =
  /(?:^|\/)(?:package\.json|composer\.json|pyproject\.toml|setup\.py|setup\.cfg|[^/]+\.gemspec|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|[^/]+\.csproj)$/;
