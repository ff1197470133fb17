import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../shared/client/answer-of.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import { useApi, useCan, useSession } from '../session/session.ts';
import { nameOf } from '../ui/initials.tsx';

export const LIST_MEMBERS = 'GET /api/organizations/{org_id}/members';

/** The members of one request, and the most requests: an owner has at most 500 members. */
const PAGE = 100;
const MOST_PAGES = 5;

const FRESH_FOR = 5 * 60_000;

/** The members of an owner by their IDs. */
export type MemberNames = ReadonlyMap<string, string>;

/** How all members of the owner are named. Undefined until they are read, and without `members:read`. */
export function useMemberNames({ isWanted }: { readonly isWanted: boolean }): MemberNames | undefined {
  const api = useApi();
  const can = useCan();
  const { orgId } = useSession();
  const { data } = useQuery({
    queryKey: ['members', 'names'],
    queryFn: ({ signal }) => memberNames(api, orgId, signal),
    enabled: isWanted && can(LIST_MEMBERS),
    staleTime: FRESH_FOR,
  });
  return data;
}

export async function memberNames(
  api: ServiceClient['api'],
  orgId: string,
  signal?: AbortSignal,
): Promise<MemberNames> {
  const names = new Map<string, string>();
  for (let page = 0; page < MOST_PAGES; page++) {
    const params = { path: { org_id: orgId }, query: { limit: PAGE, page_id: page * PAGE } };
    const { items, next_page_id: next } = await answerOf(
      api.GET('/api/organizations/{org_id}/members', { params, ...(signal && { signal }) }),
    );
    for (const { user_id: id, name, email } of items) names.set(id, nameOf({ id, name, email }));
    if (next === null) break;
  }
  return names;
}
