import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../app.ts';
import { type SampleService, startSampleService } from './sample-service.ts';

/** A sample service that is gone when the test is. */
export async function startForTest({
  dataDir = temporaryFolder(),
  ...options
}: Parameters<typeof startSampleService>[1] & { dataDir?: string } = {}): Promise<SampleService> {
  const service = await startSampleService(dataDir, options);
  onTestFinished(() => service.app.close());
  return service;
}
