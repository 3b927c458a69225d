import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';

const declaration =
  /^\s*(\w{0,60}(?:implementation|api|compile|compileOnly|runtime|runtimeOnly|kapt|ksp|annotationProcessor|classpath)\w{0,60})\s*\(?\s*(?:platform\s*\(|enforcedPlatform\s*\()?\s*["']([\w.-]+):([\w.-]+):([^"':@\s]+)[^"']*["']/i;

/** `build.gradle` and `build.gradle.kts`: dependencies that are written out as `group:name:version`. Code is not run. */
export const readGradleBuild: ReadFile = (text) => {
  const collector = new DependencyCollector('Maven');
  const variables = readVariables(text);
  for (const [index, line] of text.split('\n').entries()) {
    if (line.length > 2000) continue;
    const match = declaration.exec(line);
    if (!match) continue;
    const version = match[4]!.replace(
      /\$\{?(?:\w+\.)*(\w+)\}?/g,
      (whole, name: string) => variables.get(name) ?? whole,
    );
    if (version.includes('$')) continue;
    const isRange = /[[(,+]|latest/.test(version);
    collector.add({
      name: `${match[2]}:${match[3]}`,
      version: isRange ? '' : version,
      ...(isRange ? { requirement: version } : {}),
      line: index + 1,
      scope: /test/i.test(match[1]!) ? 'dev' : 'runtime',
      direct: true,
    });
  }
  return collector.finish();
};

function readVariables(text: string): Map<string, string> {
  const variables = new Map<string, string>();
  for (const line of text.split('\n')) {
    const match = line.length < 500 && /(?:^|[\s.])(\w+)\s*=\s*["']([\w.+-]+)["']/.exec(line);
    if (match) variables.set(match[1]!, match[2]!);
  }
  return variables;
}
