import type { Reader } from './reader.ts';
import { refuseUnread, unreadFormat } from './unread-lockfile.ts';

/** Every format that we read; its reader is loaded when a repository has such a file. The first that matches a path reads it. */
export const readers: readonly Reader[] = [
  {
    id: 'npm-package-lock',
    kind: 'lockfile',
    matches: (name) => name === 'package-lock.json' || name === 'npm-shrinkwrap.json',
    load: async () => (await import('./javascript/npm-package-lock.ts')).readNpmPackageLock,
  },
  {
    id: 'yarn-lock',
    kind: 'lockfile',
    matches: (name) => name === 'yarn.lock',
    load: async () => (await import('./javascript/yarn-lock.ts')).readYarnLock,
  },
  {
    id: 'pnpm-lock',
    kind: 'lockfile',
    matches: (name) => name === 'pnpm-lock.yaml',
    load: async () => (await import('./javascript/pnpm-lock.ts')).readPnpmLock,
  },
  {
    id: 'bun-lock',
    kind: 'lockfile',
    matches: (name) => name === 'bun.lock',
    load: async () => (await import('./javascript/bun-lock.ts')).readBunLock,
  },
  {
    id: 'deno-lock',
    kind: 'lockfile',
    matches: (name) => name === 'deno.lock',
    load: async () => (await import('./javascript/deno-lock.ts')).readDenoLock,
  },
  {
    id: 'npm-package-json',
    kind: 'manifest',
    matches: (name) => name === 'package.json',
    load: async () => (await import('./javascript/npm-package-json.ts')).readNpmPackageJson,
  },
  {
    id: 'requirements-txt',
    kind: 'manifest',
    matches: (name, path) =>
      /(^|[-_.])(requirements?|reqs|constraints?)([-_.][\w.-]*)?\.(txt|in|pip|lock)$/i.test(name) ||
      /(^|\/)(requirements|reqs|constraints)\/([^/]+\/)*[^/]+\.(txt|in|pip|lock)$/i.test(path),
    load: async () => (await import('./python/requirements-txt.ts')).readRequirementsTxt,
  },
  {
    id: 'pipfile-lock',
    kind: 'lockfile',
    matches: (name) => name === 'Pipfile.lock',
    load: async () => (await import('./python/pipfile-lock.ts')).readPipfileLock,
  },
  {
    id: 'poetry-lock',
    kind: 'lockfile',
    matches: (name) => name === 'poetry.lock',
    load: async () => (await import('./python/poetry-lock.ts')).readPoetryLock,
  },
  {
    id: 'pdm-lock',
    kind: 'lockfile',
    matches: (name) => name === 'pdm.lock',
    load: async () => (await import('./python/pdm-lock.ts')).readPdmLock,
  },
  {
    id: 'uv-lock',
    kind: 'lockfile',
    matches: (name) => name === 'uv.lock',
    load: async () => (await import('./python/uv-lock.ts')).readUvLock,
  },
  {
    id: 'pylock-toml',
    kind: 'lockfile',
    matches: (name) => /^pylock(\.[^.]+)?\.toml$/.test(name),
    load: async () => (await import('./python/pylock-toml.ts')).readPylockToml,
  },
  {
    id: 'pyproject-toml',
    kind: 'manifest',
    matches: (name) => name === 'pyproject.toml' || name === 'Pipfile',
    load: async () => (await import('./python/pyproject-toml.ts')).readPyprojectToml,
  },
  {
    id: 'setup-py',
    kind: 'manifest',
    matches: (name) => name === 'setup.py' || name === 'setup.cfg',
    load: async () => (await import('./python/setup-py.ts')).readSetupPy,
  },
  {
    id: 'conda-environment',
    kind: 'manifest',
    matches: (name) => /^environment\.ya?ml$/.test(name),
    load: async () => (await import('./python/conda-environment.ts')).readCondaEnvironment,
  },
  {
    id: 'go-mod',
    kind: 'lockfile',
    matches: (name) => name === 'go.mod',
    load: async () => (await import('./go/go-mod.ts')).readGoMod,
  },
  {
    id: 'go-sum',
    kind: 'record',
    matches: (name) => name === 'go.sum',
    load: async () => (await import('./go/go-sum.ts')).readGoSum,
  },
  {
    id: 'cargo-lock',
    kind: 'lockfile',
    matches: (name) => name === 'Cargo.lock',
    load: async () => (await import('./rust/cargo-lock.ts')).readCargoLock,
  },
  {
    id: 'cargo-toml',
    kind: 'manifest',
    matches: (name) => name === 'Cargo.toml',
    load: async () => (await import('./rust/cargo-toml.ts')).readCargoToml,
  },
  {
    id: 'maven-pom',
    kind: 'manifest',
    matches: (name) => name === 'pom.xml' || name.endsWith('.pom'),
    load: async () => (await import('./jvm/maven-pom.ts')).readMavenPom,
  },
  {
    id: 'gradle-lockfile',
    kind: 'lockfile',
    matches: (name, path) =>
      name === 'gradle.lockfile' ||
      name === 'buildscript-gradle.lockfile' ||
      /(^|\/)dependency-locks\/[^/]+\.lockfile$/.test(path),
    load: async () => (await import('./jvm/gradle-lockfile.ts')).readGradleLockfile,
  },
  {
    id: 'gradle-verification',
    kind: 'record',
    matches: (name) => name === 'verification-metadata.xml',
    load: async () => (await import('./jvm/gradle-verification.ts')).readGradleVerification,
  },
  {
    id: 'gradle-version-catalog',
    kind: 'manifest',
    matches: (name) => name.endsWith('.versions.toml'),
    load: async () => (await import('./jvm/gradle-version-catalog.ts')).readGradleVersionCatalog,
  },
  {
    id: 'gradle-build',
    kind: 'manifest',
    matches: (name) => name === 'build.gradle' || name === 'build.gradle.kts',
    load: async () => (await import('./jvm/gradle-build.ts')).readGradleBuild,
  },
  {
    id: 'composer-lock',
    kind: 'lockfile',
    matches: (name) => name === 'composer.lock',
    load: async () => (await import('./php/composer-lock.ts')).readComposerLock,
  },
  {
    id: 'composer-json',
    kind: 'manifest',
    matches: (name) => name === 'composer.json',
    load: async () => (await import('./php/composer-json.ts')).readComposerJson,
  },
  {
    id: 'gemfile-lock',
    kind: 'lockfile',
    matches: (name) => name === 'Gemfile.lock' || name === 'gems.locked',
    load: async () => (await import('./ruby/gemfile-lock.ts')).readGemfileLock,
  },
  {
    id: 'gemfile',
    kind: 'manifest',
    matches: (name) => name === 'Gemfile' || name === 'gems.rb' || name.endsWith('.gemspec'),
    load: async () => (await import('./ruby/gemfile.ts')).readGemfile,
  },
  {
    id: 'nuget-packages-lock',
    kind: 'lockfile',
    matches: (name) => /^packages(\.[\w.-]+)?\.lock\.json$/.test(name),
    load: async () => (await import('./dotnet/nuget-packages-lock.ts')).readNugetPackagesLock,
  },
  {
    id: 'nuget-packages-config',
    kind: 'lockfile',
    matches: (name) => name.toLowerCase() === 'packages.config',
    load: async () => (await import('./dotnet/nuget-packages-config.ts')).readNugetPackagesConfig,
  },
  {
    id: 'nuget-project',
    kind: 'manifest',
    matches: (name) =>
      /\.(cs|fs|vb)proj$/i.test(name) || /^directory\.(packages|build)\.(props|targets)$/i.test(name),
    load: async () => (await import('./dotnet/nuget-project.ts')).readNugetProject,
  },
  {
    id: 'nuget-deps-json',
    kind: 'lockfile',
    matches: (name) => name.endsWith('.deps.json'),
    load: async () => (await import('./dotnet/nuget-deps-json.ts')).readNugetDepsJson,
  },
  {
    id: 'paket-lock',
    kind: 'lockfile',
    matches: (name) => name === 'paket.lock',
    load: async () => (await import('./dotnet/paket-lock.ts')).readPaketLock,
  },
  {
    id: 'sbt-lock',
    kind: 'lockfile',
    matches: (name) => name === 'build.sbt.lock',
    load: async () => (await import('./jvm/sbt-lock.ts')).readSbtLock,
  },
  {
    id: 'rebar-lock',
    kind: 'lockfile',
    matches: (name) => name === 'rebar.lock',
    load: async () => (await import('./other/rebar-lock.ts')).readRebarLock,
  },
  {
    id: 'gleam-manifest',
    kind: 'lockfile',
    // Julia's file of the same name begins with a capital.
    matches: (name) => name === 'manifest.toml',
    load: async () => (await import('./other/gleam-manifest.ts')).readGleamManifest,
  },
  {
    id: 'mix-lock',
    kind: 'lockfile',
    matches: (name) => name === 'mix.lock',
    load: async () => (await import('./other/mix-lock.ts')).readMixLock,
  },
  {
    id: 'pubspec-lock',
    kind: 'lockfile',
    matches: (name) => name === 'pubspec.lock',
    load: async () => (await import('./other/pubspec-lock.ts')).readPubspecLock,
  },
  {
    id: 'conan-lock',
    kind: 'lockfile',
    matches: (name) => name === 'conan.lock',
    load: async () => (await import('./other/conan-lock.ts')).readConanLock,
  },
  {
    id: 'podfile-lock',
    kind: 'lockfile',
    matches: (name) => name === 'Podfile.lock',
    load: async () => (await import('./other/podfile-lock.ts')).readPodfileLock,
  },
  {
    id: 'swift-package-resolved',
    kind: 'lockfile',
    matches: (name) => name === 'Package.resolved',
    load: async () => (await import('./other/swift-package-resolved.ts')).readSwiftPackageResolved,
  },
  {
    id: 'github-actions',
    kind: 'lockfile',
    matches: (name, path) =>
      /(^|\/)\.github\/workflows\/[^/]+\.ya?ml$/.test(path) || /^action\.ya?ml$/.test(name),
    load: async () => (await import('./other/github-actions.ts')).readGithubActions,
  },
  {
    id: 'cyclonedx-document',
    kind: 'record',
    matches: (name) =>
      /(^|[._-])s?bom\.(json|xml)$|[.-]cdx\.(json|xml)$|cyclonedx.*\.(json|xml)$/i.test(name),
    load: async () => (await import('./sbom/cyclonedx-document.ts')).readCyclonedxDocument,
  },
  {
    id: 'spdx-document',
    kind: 'record',
    matches: (name) =>
      /\.spdx(\.json|\.ya?ml|\.rdf)?$|(^|[._-])spdx([._-][\w.-]*)?\.(json|tag|tv)$/i.test(name),
    load: async () => (await import('./sbom/spdx-document.ts')).readSpdxDocument,
  },
  {
    id: 'unread-lockfile',
    kind: 'record',
    matches: (name) => unreadFormat(name) !== undefined,
    load: async () => refuseUnread,
  },
];

// What a package manager unpacked is somebody else's project; its own lockfiles say nothing about this one.
const vendored = /(^|\/)(node_modules|vendor\/bundle|site-packages|Pods|\.yarn)\//;

export function readerFor(path: string): Reader | undefined {
  if (vendored.test(path)) return undefined;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return readers.find((reader) => reader.matches(name, path));
}
