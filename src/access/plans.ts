import type { PlanSettings } from '../config/schema.ts';

export interface Plan extends PlanSettings {
  name: string;
}

/** The plan that configured and generated keys have. */
export const operatorPlan = 'team';

/** Whether a key of this plan can do no more than one of the other: each limit is as low, and 0 is no limit. */
export function isWithinPlan(plan: Plan, other: Plan): boolean {
  if (plan.name === other.name) return true;
  return (['requestsPerMinute', 'maxEntries', 'scansPerDay'] as const).every(
    (limit) => other[limit] === 0 || (plan[limit] !== 0 && plan[limit] <= other[limit]),
  );
}

export class Plans {
  readonly #byName: Map<string, Plan>;

  constructor(settings: Record<string, PlanSettings>) {
    this.#byName = new Map(Object.entries(settings).map(([name, plan]) => [name, { name, ...plan }]));
  }

  get names(): string[] {
    return [...this.#byName.keys()];
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  /** A key may outlive its plan in the configuration; it then gets the smallest one that is built in, never more. */
  get(name: string): Plan {
    return this.#byName.get(name) ?? this.#byName.get('free')!;
  }
}
