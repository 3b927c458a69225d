import type { PlanSettings } from '../config/schema.ts';

export interface Plan extends PlanSettings {
  name: string;
}

/** The plan that configured and generated keys have. */
export const operatorPlan = 'team';

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
