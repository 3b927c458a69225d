import { ServiceError } from '../../kernel/errors.ts';

/** There is no memory left for what an index was about to take. The index it happened to is not to be used any more; all others are as before. */
export class IndexMemoryFull extends ServiceError {
  constructor(wantedBytes: number, cause?: unknown) {
    super(
      'index_memory_full',
      `The memory for search indexes is used up: ${wantedBytes} more bytes were needed. Everything that was written is stored; delete what is not ` +
        'needed, split the namespace, or give the machine more memory.',
      { cause },
    );
  }
}
