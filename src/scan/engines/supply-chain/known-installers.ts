/**
 * Where publishers of tools for developers offer their installers, by host with the path that is theirs on a host that others use as well. An agent that is told to run one does
 * what the tool's own documentation says.
 */
const installers: ReadonlyArray<readonly [host: string, path?: string]> = [
  ['astral.sh'],
  ['bun.com'],
  ['bun.sh'],
  ['claude.ai', '/install.sh'],
  ['deb.nodesource.com'],
  ['deno.land'],
  ['fly.io', '/install.sh'],
  ['foundry.paradigm.xyz'],
  ['get-ghcup.haskell.org'],
  ['get.docker.com'],
  ['get.helm.sh'],
  ['get.jetify.com'],
  ['get.k3s.io'],
  ['get.opentofu.org'],
  ['get.pnpm.io'],
  ['get.rvm.io'],
  ['get.sdkman.io'],
  ['get.volta.sh'],
  ['install.determinate.systems'],
  ['install.meteor.com'],
  ['install.python-poetry.org'],
  ['micro.mamba.pm'],
  ['mise.jdx.dev'],
  ['mise.run'],
  ['nixos.org', '/nix/'],
  ['ollama.com', '/install.sh'],
  ['pixi.sh'],
  ['raw.githubusercontent.com', '/Homebrew/install/'],
  ['raw.githubusercontent.com', '/golangci/golangci-lint/'],
  ['raw.githubusercontent.com', '/helm/helm/'],
  ['raw.githubusercontent.com', '/nvm-sh/nvm/'],
  ['rpm.nodesource.com'],
  ['sh.jbang.dev'],
  ['sh.rustup.rs'],
  ['starship.rs', '/install.sh'],
  ['tailscale.com', '/install.sh'],
  ['wasmtime.dev', '/install.sh'],
];

/** Whether all that a command downloads is an installer of a known publisher, over TLS. */
export function isKnownInstaller(command: string): boolean {
  const addresses = command.match(/\b[a-z]+:\/\/[^\s"'`|)<>]+/gi) ?? [];
  return addresses.length > 0 && addresses.every(isKnown);
}

function isKnown(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:') return false;
  return installers.some(([host, path = '/']) => url.host === host && url.pathname.startsWith(path));
}
