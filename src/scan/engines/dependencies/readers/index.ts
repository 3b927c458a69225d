import { bunLock } from './bun-lock.ts';
import { cargoLock } from './cargo-lock.ts';
import { cargoToml } from './cargo-toml.ts';
import { composerJson } from './composer-json.ts';
import { composerLock } from './composer-lock.ts';
import { conanLock } from './conan-lock.ts';
import { cyclonedxDocument } from './cyclonedx-document.ts';
import { denoLock } from './deno-lock.ts';
import { gemfile } from './gemfile.ts';
import { gemfileLock } from './gemfile-lock.ts';
import { githubActions } from './github-actions.ts';
import { goMod } from './go-mod.ts';
import { goSum } from './go-sum.ts';
import { gradleBuild } from './gradle-build.ts';
import { gradleLockfile } from './gradle-lockfile.ts';
import { gradleVerification } from './gradle-verification.ts';
import { gradleVersionCatalog } from './gradle-version-catalog.ts';
import { mavenPom } from './maven-pom.ts';
import { mixLock } from './mix-lock.ts';
import { npmPackageJson } from './npm-package-json.ts';
import { npmPackageLock } from './npm-package-lock.ts';
import { nugetDepsJson } from './nuget-deps-json.ts';
import { nugetPackagesConfig } from './nuget-packages-config.ts';
import { nugetPackagesLock } from './nuget-packages-lock.ts';
import { nugetProject } from './nuget-project.ts';
import { pdmLock } from './pdm-lock.ts';
import { pipfileLock } from './pipfile-lock.ts';
import { pnpmLock } from './pnpm-lock.ts';
import { podfileLock } from './podfile-lock.ts';
import { poetryLock } from './poetry-lock.ts';
import { pubspecLock } from './pubspec-lock.ts';
import { pylockToml } from './pylock-toml.ts';
import { pyprojectToml } from './pyproject-toml.ts';
import type { Reader } from './reader.ts';
import { requirementsTxt } from './requirements-txt.ts';
import { spdxDocument } from './spdx-document.ts';
import { swiftPackageResolved } from './swift-package-resolved.ts';
import { uvLock } from './uv-lock.ts';
import { yarnLock } from './yarn-lock.ts';

/** Every format that we read. The first that matches a path reads it. */
export const readers: readonly Reader[] = [
  npmPackageLock,
  yarnLock,
  pnpmLock,
  bunLock,
  denoLock,
  npmPackageJson,
  requirementsTxt,
  pipfileLock,
  poetryLock,
  pdmLock,
  uvLock,
  pylockToml,
  pyprojectToml,
  goMod,
  goSum,
  cargoLock,
  cargoToml,
  mavenPom,
  gradleLockfile,
  gradleVerification,
  gradleVersionCatalog,
  gradleBuild,
  composerLock,
  composerJson,
  gemfileLock,
  gemfile,
  nugetPackagesLock,
  nugetPackagesConfig,
  nugetProject,
  nugetDepsJson,
  mixLock,
  pubspecLock,
  conanLock,
  podfileLock,
  swiftPackageResolved,
  githubActions,
  cyclonedxDocument,
  spdxDocument,
];

// What a package manager unpacked is somebody else's project; its own lockfiles say nothing about this one.
const vendored = /(^|\/)(node_modules|vendor\/bundle|site-packages|Pods|\.yarn)\//;

export function readerFor(path: string): Reader | undefined {
  if (vendored.test(path)) return undefined;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return readers.find((reader) => reader.matches(name, path));
}
