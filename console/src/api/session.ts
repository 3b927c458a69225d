import { signal } from '@preact/signals';
import type { Limits } from '../../../clients/typescript/src/types.ts';
import { ApiError, request, useKey } from './request.ts';

export type Scope = 'memory:read' | 'memory:write' | 'scan:read' | 'scan:write' | 'admin';

/** Who is signed in, as far as the service tells. */
export interface Session {
  id: string;
  scopes: readonly Scope[];
  namespaces?: readonly string[];
  limits: Limits;
}

const place = 'lorekeep-key';

/** `undefined` until it is known whether the kept key works; `null` when nobody is signed in. */
export const session = signal<Session | null | undefined>(undefined);
/** Why nobody is signed in any more. */
export const signedOutBecause = signal('');

/** Continues with the key of this tab, where there is one. */
export async function resume(): Promise<void> {
  const key = sessionStorage.getItem(place);
  if (!key) {
    session.value = null;
    return;
  }
  try {
    await signIn(key);
  } catch (error) {
    // Only a key that is refused is forgotten: a service that cannot be reached will know it again.
    if (error instanceof ApiError) {
      signedOutBecause.value = error.message;
      session.value = null;
    } else signOut(error instanceof Error ? error.message : '');
  }
}

/** Throws an error that can be shown where the key does not work. The key stays in this tab and is gone with it. */
export async function signIn(key: string): Promise<void> {
  useKey(key, () => signOut('This key no longer works. Sign in with another one.'));
  try {
    const limits = await request<Limits>('GET', '/v1/limits');
    sessionStorage.setItem(place, key);
    signedOutBecause.value = '';
    session.value = { ...limits.key, limits };
  } catch (error) {
    useKey(undefined);
    if (error instanceof ApiError && error.status === 401)
      throw new Error('The service does not know this key. Keys begin with key_.');
    throw error;
  }
}

export function signOut(reason = ''): void {
  sessionStorage.removeItem(place);
  useKey(undefined);
  signedOutBecause.value = reason;
  session.value = null;
}

/** Whether the key may do this; what it may not do is not shown. */
export function may(scope: Scope): boolean {
  return session.value?.scopes.includes(scope) ?? false;
}
