/** Lets so many pieces of work run at a time; urgent ones go before the others that wait. */
export class Turns {
  readonly #most: number;
  readonly #urgent: Array<() => void> = [];
  readonly #others: Array<() => void> = [];
  #running = 0;

  constructor(most: number) {
    this.#most = most;
  }

  async run<Result>(work: () => Promise<Result>, { urgent = false } = {}): Promise<Result> {
    if (this.#running < this.#most) this.#running++;
    else await new Promise<void>((resolve) => (urgent ? this.#urgent : this.#others).push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#urgent.shift() ?? this.#others.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
