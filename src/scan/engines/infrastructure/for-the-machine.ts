import { type ConfigNode, child, items, text } from '../../formats/document/node.ts';
import { atMost, type EngineFinding } from '../../model/finding.ts';

/**
 * A program that looks after the machine that it runs on (drivers, networks, measurements of the kernel) needs rights there. That is told, since whoever takes it
 * over has the machine, but not as loudly as of a program that needs none.
 */
export function ratedByTask(finding: EngineFinding): EngineFinding {
  const severity = atMost(finding.severity, 'medium');
  if (finding.category !== 'privilege' || severity === finding.severity) return finding;
  return {
    ...finding,
    severity,
    description: `${finding.description} It looks after the machine that it runs on, so it is rated medium.`,
  };
}

/** One on every machine of the cluster, a part of the cluster itself, or something that reaches into the kernel of the machine. */
export function looksAfterMachine(object: ConfigNode, pod: ConfigNode | undefined): boolean {
  return (
    text(child(object, 'kind')) === 'DaemonSet' ||
    text(child(object, 'metadata', 'namespace')) === 'kube-system' ||
    items(child(pod, 'volumes')).some((volume) => isOfKernel(text(child(volume, 'hostPath', 'path'))))
  );
}

/** A service of Compose that is given a part of the kernel, in either form of a volume. */
export function isGivenKernel(service: ConfigNode): boolean {
  return items(child(service, 'volumes')).some((volume) =>
    isOfKernel(text(child(volume, 'source')) ?? text(volume)?.split(':')[0]),
  );
}

/** A container that sets something of the kernel before the others begin. */
export function setsKernel(container: ConfigNode): boolean {
  const words = [...items(child(container, 'command')), ...items(child(container, 'args'))];
  return words.some((word) => /(?:^|[\s/;&|])(?:sysctl|modprobe)(?:\s|$)/.test(text(word) ?? ''));
}

function isOfKernel(path: string | undefined): boolean {
  return (
    path !== undefined &&
    /^\/(?:sys|proc|dev(?!\/shm)|lib\/modules|usr\/src|boot|run\/xtables\.lock|opt\/cni|etc\/cni|var\/lib\/kubelet)(?:\/|$)/.test(
      path,
    )
  );
}
