import type { AwsError } from './aws-error.ts';

/** Where a resource is in a list that is sorted by age. */
export interface Listed {
  readonly id: string;
  readonly since: number;
}

interface Paging {
  readonly limit: number;
  readonly token: string | undefined;
  readonly invalidToken: () => AwsError;
}

/** One page of resources, oldest first, and the next token. @throws AwsError for a token that no page had */
export function pageOf<T>(
  resources: readonly T[],
  listed: (resource: T) => Listed,
  { limit, token, invalidToken }: Paging,
): { readonly page: readonly T[]; readonly nextToken?: string } {
  const after = token === undefined ? '' : Buffer.from(token, 'base64url').toString();
  if (token !== undefined && !/^\d{15}\/[\da-z-]+$/.test(after)) throw invalidToken();
  const placed = resources
    .map((resource) => ({ resource, position: positionOf(listed(resource)) }))
    .filter(({ position }) => position > after)
    .sort((a, b) => (a.position < b.position ? -1 : 1));
  const page = placed.slice(0, limit);
  const last = page.at(-1);
  return {
    page: page.map(({ resource }) => resource),
    ...(last && placed.length > page.length && { nextToken: Buffer.from(last.position).toString('base64url') }),
  };
}

/** Stays valid when earlier resources disappear from the list. */
function positionOf({ id, since }: Listed): string {
  return `${String(since).padStart(15, '0')}/${id}`;
}
