import { useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { given } from '../../api/search-params.ts';
import { live } from '../../live/polls.ts';
import { useApi, useSession } from '../../session/session.ts';

const PAGE = 50;

/** One page of the members of the owner. */
export function useMembers({ page, email }: { readonly page: string | undefined; readonly email: string | undefined }) {
  const api = useApi();
  const { orgId } = useSession();
  return useQuery({
    queryKey: ['members', 'list', page, email],
    queryFn: ({ signal }) => {
      const query = { limit: PAGE, ...given({ page_id: page === undefined ? undefined : Number(page), email }) };
      const params = { path: { org_id: orgId }, query };
      return answerOf(api.GET('/api/organizations/{org_id}/members', { params, signal }));
    },
    refetchInterval: live({ atLeast: 30_000 }),
  });
}

/** The invitations that are still pending. */
export function useInvitations() {
  const api = useApi();
  const { orgId } = useSession();
  return useQuery({
    queryKey: ['members', 'invitations'],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/organizations/{org_id}/members/invite', { params: { path: { org_id: orgId } }, signal })),
    refetchInterval: live({ atLeast: 30_000 }),
  });
}

/** Reads members and invitations again. */
export function useMembersChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['members'] });
}
