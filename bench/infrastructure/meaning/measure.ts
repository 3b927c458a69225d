import { createHash } from 'node:crypto';
import { createInfrastructureEngine } from '../../../src/scan/engines/infrastructure/infrastructure-engine.ts';
import { scanRepository } from '../../../src/scan/engines/infrastructure/rules/scan-repository.ts';
import { meaningPairs } from './cases.ts';
import { secondCloudPairs } from './second-clouds.ts';
import { secondOtherPairs } from './second-others.ts';
import { secondTerraformPairs } from './second-terraform.ts';

export interface MeaningHalf {
  bad: number;
  found: number;
  good: number;
  alarms: number;
  /** What went wrong, for the half that may be read. */
  notes: string[];
}

/** Each was written before a rule was changed for it; the second a day later than the first. */
const sets = {
  first: meaningPairs,
  second: [...secondTerraformPairs, ...secondCloudPairs, ...secondOtherPairs],
};

/** A bad case is found when a finding is about its topic; a good one is a false alarm when one is. */
export async function measureMeaning(
  set: keyof typeof sets = 'first',
): Promise<{ read: MeaningHalf; heldBack: MeaningHalf }> {
  const engine = createInfrastructureEngine();
  const halves = { read: emptyHalf(), heldBack: emptyHalf() };
  for (const { name, about, bad, good } of sets[set]) {
    const half = halves[halfOf(name)];
    const matching = async (files: Record<string, string>) =>
      (await scanRepository(engine, files)).findings
        .map(({ ruleId, title }) => `${ruleId} ${title}`)
        .filter((text) => about.test(text));
    half.bad++;
    if ((await matching(bad)).length > 0) half.found++;
    else half.notes.push(`missed ${name}`);
    half.good++;
    const alarms = await matching(good);
    if (alarms.length > 0) {
      half.alarms++;
      half.notes.push(`alarm ${name}: ${alarms.join('; ')}`);
    }
  }
  return halves;
}

function halfOf(name: string): 'read' | 'heldBack' {
  return (createHash('sha256').update(name).digest()[0]! & 1) === 0 ? 'read' : 'heldBack';
}

function emptyHalf(): MeaningHalf {
  return { bad: 0, found: 0, good: 0, alarms: 0, notes: [] };
}
