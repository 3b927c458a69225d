import { type ConfigNode, child, items, text } from '../../formats/document/node.ts';
import { atMost, type EngineFinding } from '../../model/finding.ts';

/**
 * A program that looks after the machine that it runs on (drivers, networks, measurements of the kernel) needs rights there. That is told, since whoever takes it
 * over has the machine, but not as loudly as of a program that needs none.
 */
export function ratedByTask(finding: EngineFinding, task: string = tasks.machine): EngineFinding {
  const severity = atMost(finding.severity, 'medium');
  if (finding.category !== 'privilege' || severity === finding.severity) return finding;
  return {
    ...finding,
    severity,
    description: `${finding.description} ${task}, so it is rated medium.`,
  };
}

export const tasks = {
  machine: 'It looks after the machine that it runs on',
  containers: 'It starts containers itself, which needs rights',
  people: 'It only waits for developers who work in it',
};

/** Why the container needs rights, in words. */
export function taskOf(container: ConfigNode): string | undefined {
  if (isGivenKernel(container)) return tasks.machine;
  if (startsContainers(container)) return tasks.containers;
  return waitsForPeople(container) ? tasks.people : undefined;
}

/** One on every machine of the cluster, a part of the cluster itself, or something that reaches into the kernel of the machine. */
export function looksAfterMachine(object: ConfigNode, pod: ConfigNode | undefined): boolean {
  return (
    text(child(object, 'kind')) === 'DaemonSet' ||
    text(child(object, 'metadata', 'namespace')) === 'kube-system' ||
    items(child(pod, 'volumes')).some((volume) => isOfKernel(text(child(volume, 'hostPath', 'path'))))
  );
}

/** A container of Compose or Ansible that is given a part of the kernel or a device of the machine, in either form of a volume. */
function isGivenKernel(container: ConfigNode): boolean {
  const given = [...items(child(container, 'volumes')), ...items(child(container, 'devices'))];
  return given.some((each) => isOfKernel(text(child(each, 'source')) ?? text(each)?.split(':')[0]));
}

/** A container that sets something of the kernel before the others begin. */
export function setsKernel(container: ConfigNode): boolean {
  const words = [...items(child(container, 'command')), ...items(child(container, 'args'))];
  return words.some((word) => /(?:^|[\s/;&|])(?:sysctl|modprobe)(?:\s|$)/.test(text(word) ?? ''));
}

/**
 * What starts containers itself: Docker in Docker, a builder of images, a cluster in a container. None of them can without rights on the machine. Said by the
 * program that runs, or by an image that is nothing else.
 */
export function startsContainers(container: ConfigNode): boolean {
  const words = ['command', 'entrypoint', 'args'].flatMap((key) => {
    const value = child(container, key);
    return text(value) ?? items(value).map((word) => text(word) ?? '');
  });
  return isRuntime(text(child(container, 'image')) ?? '') || words.some((word) => runtimeProgram.test(word));
}

/** `sleep infinity`, `tail -f /dev/null`: the container runs nothing of its own, somebody opens a shell in it. */
function waitsForPeople(service: ConfigNode): boolean {
  const words = ['command', 'entrypoint'].map((key) => {
    const value = child(service, key);
    return (
      text(value) ??
      items(value)
        .map((word) => text(word) ?? '')
        .join(' ')
    );
  });
  return words.some((word) =>
    /^(?:(?:\/usr)?(?:\/bin\/)?(?:ba)?sh -c ["']?)?(?:sleep inf(?:inity)?|tail -[fF] \/dev\/null)["']?$/.test(
      word.trim(),
    ),
  );
}

/** `docker:24-dind`, `acme/runner-dind:1`, `moby/buildkit:v0.12.0`; variants that need no rights say so. */
function isRuntime(image: string): boolean {
  const parts = image.split('/');
  const [name = '', tag = ''] = parts.at(-1)!.split(/[:@]/);
  const words = `${name}-${tag}`.split(/[-_.]/);
  if (words.includes('rootless')) return false;
  return words.includes('dind') || runtimes.has(`${parts.at(-2)}/${name}`);
}

const runtimes = new Set('moby/buildkit podman/stable podman/upstream kindest/node rancher/k3s'.split(' '));
const runtimeProgram = /(?:^|[\s/;&|])(?:dockerd|buildkitd|dockerd-entrypoint\.sh)(?:\s|$)/;

function isOfKernel(path: string | undefined): boolean {
  return (
    path !== undefined &&
    /^\/(?:sys|proc|dev(?!\/shm)|lib\/modules|usr\/src|boot|run\/xtables\.lock|opt\/cni|etc\/cni|etc\/kubernetes|etc\/systemd|var\/lib\/etcd|var\/lib\/kubelet)(?:\/|$)/.test(
      path,
    )
  );
}
