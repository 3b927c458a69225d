import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A model that is not part of the package: the npm package that has it, and what its manifest must be. */
export interface InstallableModel {
  readonly package: string;
  readonly version: string;
  readonly manifest: { readonly path: string; readonly sha256: string };
}

export const installableModels = {
  multilingual: {
    package: 'lorekeep-model-multilingual',
    version: '1.2.0',
    manifest: {
      path: 'lorekeep-embed-multilingual.json',
      sha256: 'fff645613f009c1242b29c429d06798ab60f1353d6af67d12dd8af64f72e3fe5',
    },
  },
} as const satisfies Record<string, InstallableModel>;

export type InstallableName = keyof typeof installableModels;

/** Where models that were installed later are kept: a folder for each. */
export function modelsFolder(dataDir: string): string {
  return join(dataDir, 'models');
}

/** The files of the model in a checkout of the repository; absent from the package. */
export function checkoutFolder(name: InstallableName): string {
  return fileURLToPath(new URL(`../../../models/${name}`, import.meta.url));
}

/** The manifest of an installed model, or of the one in the checkout that this runs from. */
export function installedManifest(name: InstallableName, installed: string | undefined): string | undefined {
  const folders = [...(installed === undefined ? [] : [join(installed, name)]), checkoutFolder(name)];
  return folders
    .map((folder) => join(folder, installableModels[name].manifest.path))
    .find((path) => existsSync(path));
}
