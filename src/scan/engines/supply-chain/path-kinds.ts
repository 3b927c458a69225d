const codeExtensions = new Set(
  `c cc cpp cxx h hh hpp hxx m mm cs java kt kts scala groovy gradle go rs swift dart zig nim d py pyi pyx rb erb php phtml
  js jsx mjs cjs ts tsx mts cts vue svelte lua pl pm r jl ex exs erl hrl hs ml mli fs fsx clj cljs elm sol vy sql sh bash zsh
  fish ps1 psm1 bat cmd tf tfvars hcl nix cmake mk proto thrift graphql asm s v sv vhd bicep`.split(/\s+/),
);

const configurationExtensions = new Set(
  'json json5 jsonc yaml yml toml ini cfg conf properties env xml gradle lock mod sum service html htm css scss less'.split(
    ' ',
  ),
);

const proseExtensions = new Set('md mdx mdc markdown txt rst adoc prompt'.split(' '));

const codeNames =
  /^(dockerfile|containerfile|makefile|gnumakefile|rakefile|gemfile|jenkinsfile|vagrantfile|procfile|justfile|build|workspace|cmakelists\.txt)(\..*)?$/;

/** Files of interpreted or compiled code, where one hidden character can change what runs. */
export function isCodePath(path: string): boolean {
  const name = baseName(path);
  return codeNames.test(name) || codeExtensions.has(extension(name));
}

export function isConfigurationPath(path: string): boolean {
  const name = baseName(path);
  return configurationExtensions.has(extension(name)) || name.startsWith('.env');
}

/** Any file that people read or tools obey; images, archives and fonts are not. */
export function isTextPath(path: string): boolean {
  const name = baseName(path);
  const ending = extension(name);
  return (
    ending === '' ||
    isCodePath(path) ||
    isConfigurationPath(path) ||
    proseExtensions.has(ending) ||
    isAgentRulePath(path)
  );
}

const agentNames =
  /^(agents?|claude|gemini|copilot-instructions|codex|skill|conventions|\.cursorrules|\.windsurfrules|\.clinerules|\.roorules|\.goosehints|\.aider\.conf|system[-_]?prompt)(\.[\w-]+)*$/;
const agentFolders =
  /(^|\/)(\.cursor\/(rules|commands)|\.claude|\.windsurf\/rules|\.clinerules|\.roo|\.github\/(instructions|prompts|chatmodes|agents)|\.continue\/rules|\.kiro\/steering|prompts)\//;

/** Text that a coding agent obeys as its instructions. */
export function isAgentRulePath(path: string): boolean {
  const lower = path.toLowerCase();
  const ending = extension(lower);
  const readable = ending === '' || proseExtensions.has(ending) || /\.(yaml|yml|json|toml)$/.test(lower);
  return readable && (agentNames.test(baseName(lower)) || agentFolders.test(lower));
}

/** Translations hold marks of right-to-left scripts for good reason. */
export function isTranslationPath(path: string): boolean {
  return (
    /(^|\/)(locales?|i18n|l10n|lang|languages?|translations?|messages|lproj|cldr|intl)(\/|\.|-|_)/i.test(
      path,
    ) ||
    // Resources of Android in one language: `res/values-ar/`, `res/values-pt-rBR/`, `res/values-b+sr+Latn/`.
    /(^|\/)res\/values-(b\+)?[a-z]{2,3}([-+][A-Za-z]{2,4})*\//.test(path) ||
    /\.(po|pot|arb|xlf|xliff|strings|resx|ftl)$/i.test(path) ||
    /(^|[/._-])(ar|he|iw|fa|ur|ps|dv|ckb|ku|yi|ug)([_-][A-Za-z]{2,4})?\.(json|ya?ml|properties|js|ts|php|rb|xml|md|txt)$/.test(
      path,
    )
  );
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}

function extension(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1);
}
