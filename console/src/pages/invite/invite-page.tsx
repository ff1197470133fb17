import { MailOpen } from 'lucide-react';
import { openedInvitation } from '../../people/arrival.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

/** The page of an invitation for a session that cannot accept it: with an API key, or without a whole link. */
export function InvitePage() {
  const { person, signOut } = useSession();
  const isWhole = openedInvitation() !== null;
  return (
    <>
      <PageHeader title="Invitation" />
      {isWhole && person === null ? (
        <EmptyState
          action={<Button onClick={signOut}>Sign out</Button>}
          icon={MailOpen}
          title="Sign in with your account to accept"
        >
          You are signed in with an API key, which cannot accept invitations. Sign out, open the link again, and sign in
          with your account.
        </EmptyState>
      ) : (
        <EmptyState icon={MailOpen} title="This link has no invitation">
          This tab has already used the link, or the link is incomplete. Open the whole link again, or ask for a new
          one.
        </EmptyState>
      )}
    </>
  );
}
