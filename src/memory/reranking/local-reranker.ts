import { ServiceError } from '../../kernel/errors.ts';
import { shareUnreadable } from '../index/ranking/blend.ts';
import { codeLikeness } from '../index/words/code-likeness.ts';
import { PairModel } from './pair-model.ts';
import type { RankedPassage, Reranker } from './reranker.ts';

/** Pieces of a run: a few pairs together share the cost of a message to the thread, and more than this falls out of the processor's caches. */
const piecesOfRun = 384;
/** Pairs of all callers that may wait; more are refused, so that a flood fails fast. */
const mostWaiting = 4_096;
/** What each place in the order of the search costs, in log odds, and what the log odds of its score count: the model sees a pair alone, the search knows the whole namespace. */
const worthOf = { order: 1, score: 1 };
/** From the sum of all three to a probability, fitted on questions whose answers are known. */
const calibration = { slope: 0.35, bias: -1.26 };

/** The model that comes along: English text, no server. */
export class LocalReranker implements Reranker {
  readonly candidates: number;
  readonly byDefault: boolean;
  readonly readsBefore = true;
  readonly #threads: number;
  readonly #nativeKernels: boolean;
  #opening: Promise<PairModel> | undefined;
  #waiting = 0;

  constructor(options: { candidates: number; byDefault: boolean; threads: number; nativeKernels: boolean }) {
    this.candidates = options.candidates;
    this.byDefault = options.byDefault;
    this.#threads = options.threads;
    this.#nativeKernels = options.nativeKernels;
  }

  async score(
    query: string,
    passages: readonly RankedPassage[],
    signal?: AbortSignal,
  ): Promise<number[] | undefined> {
    if (isBeyondIt(query, passages)) return undefined;
    if (this.#waiting + passages.length > mostWaiting)
      throw new ServiceError(
        'overloaded',
        'Too many results are waiting to be re-ranked; try again shortly.',
      );
    this.#waiting += passages.length;
    try {
      const logOdds = await this.#read(query, passages, signal);
      return logOdds.map((value, rank) => probability(value + worthOfSearch(rank, passages[rank]!.score)));
    } finally {
      this.#waiting -= passages.length;
    }
  }

  async close(): Promise<void> {
    const model = await this.#opening?.catch(() => undefined);
    await model?.close();
  }

  /** One run after the other on as many threads as there are, so that a caller who is gone costs one run more at most. */
  async #read(query: string, passages: readonly RankedPassage[], signal?: AbortSignal): Promise<number[]> {
    this.#opening ??= PairModel.open(this.#threads, this.#nativeKernels).catch((cause: unknown) => {
      this.#opening = undefined;
      throw new ServiceError('reranking_unavailable', 'The re-ranking model could not be opened.', { cause });
    });
    const model = await this.#opening;
    const pairs = model.pairs(query, passages);
    const runs = runsOf(pairs);
    const scores = new Array<number>(pairs.length);
    const work = async () => {
      for (let run = runs.shift(); run; run = runs.shift()) {
        signal?.throwIfAborted();
        const values = await model.score(run.map((i) => pairs[i]!));
        for (const [at, i] of run.entries()) scores[i] = values[at]!;
      }
    };
    await Promise.all(Array.from({ length: model.threads }, work));
    return scores;
  }
}

/** It learnt from English prose: between functions it would choose by the words of their comments, and other scripts it cannot read. */
function isBeyondIt(query: string, passages: readonly RankedPassage[]): boolean {
  const first = passages.slice(0, 10).map(({ text }) => text.slice(0, 4_096));
  return codeLikeness(first.join('\n')) > 0.5 || shareUnreadable(query) > 0.5;
}

function runsOf(pairs: ReadonlyArray<ReadonlyArray<readonly number[]>>): number[][] {
  const runs: number[][] = [];
  let room = 0;
  for (const [i, parts] of pairs.entries()) {
    const pieces = parts.reduce((sum, part) => sum + part.length, 0);
    if (pieces > room) {
      runs.push([]);
      room = piecesOfRun;
    }
    runs.at(-1)!.push(i);
    room -= pieces;
  }
  return runs;
}

function worthOfSearch(rank: number, score = 0.5): number {
  const within = Math.min(Math.max(score, 0.001), 0.999);
  return worthOf.score * Math.log(within / (1 - within)) - worthOf.order * Math.log(rank + 2);
}

function probability(value: number): number {
  return 1 / (1 + Math.exp(-(calibration.slope * value + calibration.bias)));
}
