import { getRouteApi } from '@tanstack/react-router';
import { UserPlus, Users } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { CreatedInvitation, Member } from '../../api/shapes.ts';
import { useCan, useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Filters } from '../../ui/filters.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pager } from '../../ui/pager.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { InvitationLinks } from './invitation-links.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { memberColumns } from './member-columns.tsx';
import { ChangeMember, EndSessions, RemoveMember } from './member-dialogs.tsx';
import { useMembers } from './member-queries.ts';

const route = getRouteApi('/members');

type Shown =
  | { readonly what: 'invite' }
  | { readonly what: 'invited'; readonly made: readonly CreatedInvitation[] }
  | { readonly what: 'change' | 'remove' | 'end'; readonly of: Member };

/** The people who work for the owner, and the invitations. */
export function MembersPage() {
  const can = useCan();
  const navigate = route.useNavigate();
  const { owner, person } = useSession();
  const { page, email } = route.useSearch();
  const [shown, setShown] = useState<Shown>();
  const members = useMembers({ page, email });
  const mayChange = can('PATCH /api/organizations/{org_id}/members/{user_id}');
  const ownId = person?.user.id;
  const columns = useMemo(
    () => memberColumns({ ownId, act: mayChange ? (what, of) => setShown({ what, of }) : undefined }),
    [mayChange, ownId],
  );
  const close = (): void => setShown(undefined);
  const invite = can('POST /api/organizations/{org_id}/members/invite') && (
    <Button icon={UserPlus} onClick={() => setShown({ what: 'invite' })} variant="primary">
      Invite
    </Button>
  );
  return (
    <>
      <PageHeader actions={invite} title="Members">
        People who work for <b>{owner}</b>. Each person signs in with their own account and has a role.
      </PageHeader>
      <Card isFlush>
        <Filters
          action="Search"
          isFiltered={email !== undefined}
          label="Search members"
          onFilter={(search) => navigate({ search })}
        >
          <TextField defaultValue={email} key={email} label="Part of the mail address" name="email" type="search" />
        </Filters>
        <QueryStates query={members}>
          {({ items, next_page_id: next }) => (
            <>
              {items.length > 0 ? (
                <DataTable columns={columns} label="Members" rowId={({ user_id }) => user_id} rows={items} />
              ) : (
                <EmptyState icon={Users} title={email === undefined ? 'No members' : 'No matching members'}>
                  {email === undefined
                    ? 'Invite people if this service has an identity provider. API keys that belong to no person are not members.'
                    : 'Clear the search, or search for something else.'}
                </EmptyState>
              )}
              <Pager next={next} page={page} />
            </>
          )}
        </QueryStates>
      </Card>
      <Invitations />
      {shown?.what === 'invite' && (
        <InviteDialog onClose={close} onMade={(made) => setShown({ what: 'invited', made })} />
      )}
      {shown?.what === 'invited' && <InvitationLinks made={shown.made} onClose={close} />}
      {shown?.what === 'change' && <ChangeMember member={shown.of} onClose={close} />}
      {shown?.what === 'remove' && <RemoveMember member={shown.of} onClose={close} />}
      {shown?.what === 'end' && <EndSessions member={shown.of} onClose={close} />}
    </>
  );
}
