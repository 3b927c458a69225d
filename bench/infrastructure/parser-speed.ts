// How fast manifests and Terraform are read and judged, in megabytes per second of CPU time, beside the `yaml` package:
//   node bench/infrastructure/parser-speed.ts
// The wanted limit is 5 MB/s for reading YAML and HCL. Writes bench/results/infrastructure-speed.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { createInfrastructureEngine } from '../../src/scan/engines/infrastructure/infrastructure-engine.ts';
import { scanRepository } from '../../src/scan/engines/infrastructure/rules/scan-repository.ts';
import { parseHcl } from '../../src/scan/formats/hcl/parse-hcl.ts';
import { parseYaml } from '../../src/scan/formats/yaml/parse-yaml.ts';

const manifest = (index: number, hardened: boolean) => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web-${index}
  labels: {app: web, tier: "front"}
spec:
  replicas: 3
  template:
    spec:
      automountServiceAccountToken: false
      securityContext: {runAsNonRoot: true, seccompProfile: {type: RuntimeDefault}}
      containers:
        - name: web
          image: registry.example/web:1.${index}
          command: ["/bin/sh", "-c", "exec web --port 8080"]
          securityContext:
            privileged: ${!hardened}
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
---
`;
const block = (index: number) => `resource "aws_s3_bucket" "b${index}" {
  bucket = "\${var.prefix}-logs-${index}"
  acl    = "private" # kept closed

  tags = {
    Team = "platform"
    Cost = local.cost
  }

  versioning {
    enabled = true
  }
}

`;

const yamlText = repeat((index) => manifest(index, true), 10e6);
const hclText = repeat(block, 5e6);
const peerText = repeat((index) => manifest(index, true), 1e6);
const unlimited = { maxDepth: 100, maxDocuments: 1e6, maxNodes: 1e8 };

const results = {
  yamlMbPerS: await best(() => parseYaml(yamlText, unlimited), yamlText.length),
  yamlPeerMbPerS: await best(() => parseAllDocuments(peerText), peerText.length),
  hclMbPerS: await best(() => parseHcl(hclText), hclText.length),
  scanManifestMbPerS: await best(
    () => scanRepository(createInfrastructureEngine(), { 'all.yaml': yamlText }),
    yamlText.length,
  ),
  scanTerraformMbPerS: await best(
    () => scanRepository(createInfrastructureEngine(), { 'main.tf': hclText }),
    hclText.length,
  ),
  startMs: Math.round((await cpuSeconds(() => createInfrastructureEngine())) * 1000),
};
const report = {
  ...results,
  yamlAgainstPeer: round(results.yamlMbPerS / results.yamlPeerMbPerS),
  yamlAgainstLimit: round(results.yamlMbPerS / 5),
  hclAgainstLimit: round(results.hclMbPerS / 5),
};
console.log(report);
mkdirSync(new URL('../results/', import.meta.url), { recursive: true });
writeFileSync(
  new URL('../results/infrastructure-speed.json', import.meta.url),
  `${JSON.stringify(report, null, 2)}\n`,
);

function repeat(make: (index: number) => string, characters: number): string {
  let text = '';
  for (let index = 0; text.length < characters; index++) text += make(index);
  return text;
}

async function best(work: () => unknown, characters: number): Promise<number> {
  const rounds: number[] = [];
  for (let i = 0; i < 3; i++) rounds.push(characters / 1e6 / (await cpuSeconds(work)));
  return round(Math.max(...rounds));
}

async function cpuSeconds(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
