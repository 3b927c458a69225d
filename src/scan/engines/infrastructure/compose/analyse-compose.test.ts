import { expect, test } from 'vitest';
import { createInfrastructureEngine } from '../infrastructure-engine.ts';
import { scanRepository } from '../rules/scan-repository.ts';

const engine = createInfrastructureEngine();

async function secretLines(file: string): Promise<number[]> {
  const { findings } = await scanRepository(engine, { 'docker-compose.yml': file });
  return findings
    .filter(({ ruleId }) => ruleId === 'compose.setting.secret')
    .map(({ startLine }) => startLine);
}

test('a secret that services share through an anchor is reported once, where it is written', async () => {
  const file = `x-common: &common
  image: app:1.2.3
  environment: &env
    DB_PASSWORD: vq8Lm2Zt0x
services:
  web:
    <<: *common
  worker:
    <<: *common
    environment:
      <<: *env
      QUEUE: a
`;
  expect(await secretLines(file)).toEqual([4]);
});

test('secrets that are written twice are two findings', async () => {
  const service = '    image: app:1.2.3\n    environment:\n      DB_PASSWORD: vq8Lm2Zt0x\n';
  expect(await secretLines(`services:\n  web:\n${service}  worker:\n${service}`)).toEqual([5, 9]);
});
