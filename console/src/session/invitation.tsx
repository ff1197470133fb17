import { useMutation } from '@tanstack/react-query';
import { MailOpen } from 'lucide-react';
import { answerOf } from '../../../shared/client/answer-of.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import type { SignedInUser } from '../api/shapes.ts';
import { forgetInvitation } from '../people/arrival.ts';
import { Button } from '../ui/button.tsx';
import { nameOf } from '../ui/initials.tsx';
import { ErrorNotice } from '../ui/query-states.tsx';
import { PersonPage } from './no-membership.tsx';

interface Props {
  readonly client: ServiceClient;
  readonly token: string;
  readonly user: SignedInUser['user'];
  readonly signOut: () => void;
  /** @param joined the organization of which the person is now a member; null if they did not accept */
  readonly onEnd: (joined: string | null) => void;
}

/** Asks whether to accept: a link of someone else must not make anyone a member without a decision. */
export function Invitation({ client, token, user, signOut, onEnd }: Props) {
  const end = (joined: string | null): void => {
    forgetInvitation();
    window.history.replaceState(null, '', '/');
    onEnd(joined);
  };
  const accept = useMutation({
    mutationFn: () => answerOf(client.api.POST('/api/organizations/members/invite/accept', { body: { token } })),
    onSuccess: ({ org_id }) => end(org_id),
  });
  return (
    <PersonPage icon={MailOpen} signOut={signOut} title="You are invited">
      <p>
        Someone has invited you to join them in this service. You are signed in as <b>{nameOf(user)}</b>
        {user.email !== null && user.name !== null && <> ({user.email})</>}.
      </p>
      <p>Accept only if you expected this invitation: other members can see what you start there.</p>
      {accept.error && <ErrorNotice error={accept.error} />}
      <Button busy={accept.isPending} onClick={() => accept.mutate()} variant="primary">
        Accept the invitation
      </Button>
      <Button onClick={() => end(null)}>Not now</Button>
    </PersonPage>
  );
}
