import { ServiceError } from '../../kernel/errors.ts';
import { ScanFailure } from '../model/failure.ts';
import type { RepositoryUrl } from '../model/repository-url.ts';
import { checkRepositoryUrl } from '../source/guard/url-guard.ts';

/** The URL of a scan that was accepted earlier, by the rules of today: the operator may allow other hosts by now. */
export function acceptedUrl(text: string, allowHosts: readonly string[]): RepositoryUrl {
  try {
    return checkRepositoryUrl(text, allowHosts);
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    const code = cause.code === 'host_not_allowed' ? 'host_blocked' : 'repo_not_found';
    throw new ScanFailure(code, cause.message, { cause });
  }
}
