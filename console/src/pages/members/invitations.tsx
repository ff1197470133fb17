import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { Invitation } from '../../api/shapes.ts';
import { useApi, useCan, useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { Time } from '../../ui/time.tsx';
import { useToast } from '../../ui/toasts.ts';
import { useInvitations, useMembersChanged } from './member-queries.ts';

/** For whom an invitation is. */
const inviteeOf = ({ email }: Invitation): string => (email === '' ? 'Anyone with the link' : email);

/** Invitations that are still pending. Nothing if there are none. */
export function Invitations() {
  const can = useCan();
  const [revoking, setRevoking] = useState<Invitation>();
  const invitations = useInvitations();
  const mayRevoke = can('DELETE /api/organizations/{org_id}/members/invite/{invitation_id}');
  const columns = useMemo(() => columnsWith(mayRevoke ? setRevoking : undefined), [mayRevoke]);
  if (invitations.data?.items.length === 0) return null;
  return (
    <Card isFlush title="Pending invitations">
      <QueryStates query={invitations}>
        {({ items }) => <DataTable columns={columns} label="Invitations" rowId={({ id }) => String(id)} rows={items} />}
      </QueryStates>
      {revoking && <Revoke invitation={revoking} onClose={() => setRevoking(undefined)} />}
    </Card>
  );
}

function columnsWith(onRevoke: ((invitation: Invitation) => void) | undefined): readonly Column<Invitation>[] {
  return [
    { id: 'email', header: 'For', cell: (one) => <span className="break-all font-medium">{inviteeOf(one)}</span> },
    { id: 'role', header: 'Role', cell: ({ access_role: role }) => role },
    {
      id: 'by',
      header: 'Invited by',
      cell: ({ inviter_name: name, inviter_email: email }) => name ?? email ?? 'An API key',
      className: 'hidden md:table-cell',
    },
    { id: 'expires', header: 'Expires', cell: ({ expires_at: at }) => <Time as="deadline" value={at} /> },
    ...(onRevoke
      ? [
          {
            id: 'actions',
            header: 'Actions',
            cell: (one: Invitation) => (
              <Button aria-label={`Revoke the invitation of ${inviteeOf(one)}`} onClick={() => onRevoke(one)}>
                Revoke
              </Button>
            ),
            align: 'right' as const,
          },
        ]
      : []),
  ];
}

interface RevokeProps {
  readonly invitation: Invitation;
  readonly onClose: () => void;
}

function Revoke({ invitation, onClose }: RevokeProps) {
  const api = useApi();
  const toast = useToast();
  const changed = useMembersChanged();
  const { orgId } = useSession();
  const revoke = useMutation({
    mutationFn: () => {
      const params = { path: { org_id: orgId, invitation_id: String(invitation.id) } };
      return answerOf(api.DELETE('/api/organizations/{org_id}/members/invite/{invitation_id}', { params }));
    },
    onSuccess: () => {
      toast({ tone: 'good', title: 'Invitation revoked' });
      onClose();
      return changed();
    },
  });
  return (
    <ConfirmDialog
      action="Revoke"
      mutation={revoke}
      onClose={onClose}
      title={`Revoke the invitation of ${inviteeOf(invitation)}?`}
    >
      <p>Its link stops working at once.</p>
    </ConfirmDialog>
  );
}
