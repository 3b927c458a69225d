import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';

/** `gradle.lockfile` and the older one-file-a-configuration kind: `group:name:version=configurations`. */
export const readGradleLockfile: ReadFile = (text) => {
  const collector = new DependencyCollector('Maven');
  for (const [index, raw] of text.split('\n').entries()) {
    const match = /^([^\s:#=]+:[^\s:=]+):([^\s=:]+)(?:=(.*))?$/.exec(raw.trim());
    if (!match) continue;
    const configurations = (match[3] ?? '').split(',').filter(Boolean);
    const isDev =
      configurations.length > 0 &&
      configurations.every((each) => /test|annotationProcessor|kapt|lint/i.test(each));
    collector.add({
      name: match[1]!,
      version: match[2]!,
      line: index + 1,
      scope: isDev ? 'dev' : 'runtime',
    });
  }
  return collector.finish();
};
