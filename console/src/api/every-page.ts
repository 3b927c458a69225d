import { request } from './request.ts';

interface Paged<T> {
  items: T[];
  nextCursor?: string;
}

/** The first items of a list over as many pages as that takes, and whether there are more. */
export async function firstItems<T>(
  path: string,
  query: Record<string, string | undefined>,
  most: number,
  signal?: AbortSignal,
): Promise<{ items: T[]; more: boolean }> {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const limit = Math.min(200, most - items.length);
    const page: Paged<T> = await request('GET', path, { query: { ...query, limit, cursor }, signal });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor && items.length < most);
  return { items, more: cursor !== undefined };
}
