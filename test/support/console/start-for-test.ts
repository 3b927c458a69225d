import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../app.ts';
import { type SampleService, startSampleService } from './sample-service.ts';

/** A sample service that is gone when the test is. */
export async function startForTest(
  options: Parameters<typeof startSampleService>[1] = {},
): Promise<SampleService> {
  const service = await startSampleService(temporaryFolder(), options);
  onTestFinished(() => service.app.close());
  return service;
}
