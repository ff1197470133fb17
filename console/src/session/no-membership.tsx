import { LogOut, MailQuestion, UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Membership, SignedInUser } from '../api/shapes.ts';
import { Button } from '../ui/button.tsx';
import { nameOf } from '../ui/initials.tsx';
import { useDocumentTitle } from '../ui/page-header.tsx';

type User = SignedInUser['user'];

interface Props {
  readonly user: User;
  readonly signOut: () => void;
}

/** Replaces the console for a person who is signed in and belongs to no owner. */
export function NoMembership({ user, signOut, onRetry }: Props & { readonly onRetry: () => void }) {
  return (
    <PersonPage icon={MailQuestion} signOut={signOut} title="You are not a member yet">
      <p>
        You are signed in as <b>{nameOf(user)}</b>
        {user.email !== null && user.name !== null && <> ({user.email})</>}, but you are not a member of any owner of
        this service.
      </p>
      <p>Ask an administrator for an invitation, and open its link in this browser. Or sign in with another account.</p>
      <Button onClick={onRetry} variant="primary">
        Check again
      </Button>
    </PersonPage>
  );
}

interface RemovedProps extends Props {
  readonly memberships: readonly Membership[];
  readonly choose: (membership: Membership) => void;
}

/** Replaces the console for a person who was removed while a tab was open. */
export function Removed({ user, memberships, choose, signOut }: RemovedProps) {
  return (
    <PersonPage icon={UserX} signOut={signOut} title="You are no longer a member">
      <p>
        <b>{nameOf(user)}</b> was removed from the owner of this tab, so its data can no longer be shown. Ask one of its
        administrators if this is a mistake.
      </p>
      {memberships.length > 0 && <p>Continue with another owner:</p>}
      {memberships.map((membership) => (
        <Button key={membership.org_id} onClick={() => choose(membership)}>
          {membership.owner_id}
        </Button>
      ))}
    </PersonPage>
  );
}

interface PageProps {
  readonly icon: typeof UserX;
  readonly title: string;
  readonly signOut: () => void;
  readonly children: ReactNode;
}

/** A page for a person that needs no owner. */
export function PersonPage({ icon: Icon, title, signOut, children }: PageProps) {
  useDocumentTitle(title);
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-4 p-4 sm:p-6">
      <Icon aria-hidden className="size-9 text-accent" />
      <h1 className="font-semibold text-xl tracking-tight" tabIndex={-1}>
        {title}
      </h1>
      {children}
      <Button icon={LogOut} onClick={signOut}>
        Sign out
      </Button>
    </main>
  );
}
