import { isIP } from 'node:net';
import { ServiceError } from '../../../kernel/errors.ts';
import type { RepositoryUrl } from '../../model/repository-url.ts';
import { isPublicAddress } from './address-guard.ts';

const maxUrlLength = 2048;

/**
 * Accepts an https URL without credentials, and refuses literal special addresses and `localhost` unless the operator
 * allows the host (`any`: another service decides). No name is resolved here, so that the response tells a caller nothing about our network.
 */
export function checkRepositoryUrl(text: string, allowHosts: readonly string[] | 'any'): RepositoryUrl {
  // What git or a shell could read as an option or a second line never reaches a parser that might be lenient about it.
  if (text.length > maxUrlLength || /[\u0000-\u0020\u007f\\]/.test(text) || text.startsWith('-')) {
    throw new ServiceError('invalid_repo_url');
  }
  // `ext::https://…` and `git@host:path` are remotes to git but not URLs with the scheme that they seem to have.
  if (/^[\w.-]+::/.test(text)) throw new ServiceError('unsupported_scheme');
  const url = URL.parse(text);
  if (!url) throw new ServiceError('invalid_repo_url');
  if (url.protocol !== 'https:' || !/^https:\/\//i.test(text)) throw new ServiceError('unsupported_scheme');
  if (url.username || url.password || authorityOf(text).includes('@')) {
    throw new ServiceError('url_credentials_not_allowed');
  }
  if (/[?#]/.test(text)) {
    throw new ServiceError('invalid_repo_url', 'repoUrl must not have a query or a fragment.');
  }
  // `https:///name` has no host to a person, but one to the parser.
  if (authorityOf(text) === '') throw new ServiceError('invalid_repo_url');
  const checked = fromUrl(url);
  if (checked.host === '' || checked.port === 0) throw new ServiceError('invalid_repo_url');
  if (allowHosts !== 'any' && !isAllowedHost(checked, allowHosts) && isSpecialLiteral(checked.host)) {
    throw new ServiceError(
      'host_not_allowed',
      `${checked.host} is a private or special address; the operator can allow it with scan.allowHosts (LOREKEEP_SCAN_ALLOW_HOSTS).`,
    );
  }
  return checked;
}

/** Whether the operator named this host, with or without its port. */
export function isAllowedHost(url: RepositoryUrl, allowHosts: readonly string[]): boolean {
  const host = url.host.includes(':') ? `[${url.host}]` : url.host;
  return allowHosts.some((allowed) => {
    const name = allowed.trim().toLowerCase();
    return name === host || name === url.host || name === `${host}:${url.port}`;
  });
}

/** `https://host[:port]/path` again from its checked parts; a dot at the end of a name would slip past comparisons and pins. */
function fromUrl(url: URL): RepositoryUrl {
  const name = url.hostname.replace(/\.+$/, '');
  const port = url.port === '' ? 443 : Number(url.port);
  const origin = `https://${name}${port === 443 ? '' : `:${port}`}`;
  return {
    base: `${origin}${url.pathname}`.replace(/\/+$/, ''),
    origin,
    host: name.replace(/^\[|\]$/g, ''),
    port,
  };
}

function authorityOf(text: string): string {
  return /^https:\/\/([^/?#]*)/i.exec(text)?.[1] ?? '';
}

function isSpecialLiteral(host: string): boolean {
  if (isIP(host)) return !isPublicAddress(host);
  return host === 'localhost' || host.endsWith('.localhost');
}
