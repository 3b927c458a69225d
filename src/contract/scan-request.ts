import type { z } from 'zod';
import type { StartRequest } from '../scan/service/scans.ts';
import type { newScan } from './scan-schemas.ts';

/** The body of a start call as the service takes it: what was omitted stays omitted. */
export function toScanRequest(body: z.output<typeof newScan>, maxEntries: number): StartRequest {
  const { branch, engines, baseline, paths, policy, credentialId, webhookUrl, remember } = body;
  return {
    repoUrl: body.repoUrl,
    ...(branch === undefined ? {} : { branch }),
    ...(engines === undefined ? {} : { engines: [...new Set(engines)] }),
    history: body.history ?? false,
    ...(baseline === undefined ? {} : { baseline }),
    ...(paths === undefined ? {} : { paths: withoutUndefined(paths) }),
    ...(policy === undefined ? {} : { policy: withoutUndefined(policy) }),
    ...(credentialId === undefined ? {} : { credentialId }),
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
    ...(remember === undefined
      ? {}
      : {
          remember: {
            ...withoutUndefined(remember),
            namespace: remember.namespace,
            ...(maxEntries > 0 && { maxEntries }),
          },
        }),
    trustRepositoryConfig: body.trustRepositoryConfig ?? false,
    labels: body.labels ?? {},
  };
}

type Defined<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

function withoutUndefined<T extends object>(value: T): Partial<Defined<T>> {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Partial<
    Defined<T>
  >;
}
