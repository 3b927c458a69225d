import { ServiceError } from '../../kernel/errors.ts';
import type { RepositoryUrl } from '../model/repository-url.ts';
import { checkRepositoryUrl } from '../source/guard/url-guard.ts';

export interface WebhookUrl {
  /** What the address guard needs to know. */
  target: RepositoryUrl;
  /** With its query. */
  href: string;
}

/** Webhooks go through the guard of clone URLs; the only thing they may have beyond those is a query. */
export function checkWebhookUrl(text: string, allowHosts: readonly string[]): WebhookUrl {
  const [address = '', query] = splitOnce(text, '?');
  try {
    const target = checkRepositoryUrl(address, allowHosts);
    if (query !== undefined && /[\u0000-\u0020\u007f#]/.test(query))
      throw new ServiceError('invalid_repo_url');
    return { target, href: query === undefined ? target.base : `${target.base}?${query}` };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === 'host_not_allowed') throw error;
    throw new ServiceError('validation_failed', undefined, {
      details: [
        {
          path: 'webhookUrl',
          code: 'invalid',
          message: 'Must be an https URL without credentials or fragment.',
        },
      ],
      cause: error,
    });
  }
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
