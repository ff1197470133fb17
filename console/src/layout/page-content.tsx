import { Outlet, useLocation } from '@tanstack/react-router';
import { LockKeyhole } from 'lucide-react';
import { requiredScopes } from '../../../shared/client/api-types.ts';
import { useCan } from '../session/session.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { destinations } from './destinations.ts';

/** The page of the address, or what the key lacks to see it: a deep link may lead to more than the navigation offers. */
export function PageContent() {
  const section = useLocation({ select: ({ pathname }) => `/${pathname.split('/')[1] ?? ''}` });
  const can = useCan();
  const destination = destinations.find(({ to }) => to === section);
  if (destination === undefined || !('needs' in destination) || can(destination.needs)) return <Outlet />;
  return (
    <>
      <PageHeader title={destination.label} />
      <EmptyState icon={<LockKeyhole aria-hidden />} title="This key has no access to this page">
        The page needs the scope <b>{requiredScopes[destination.needs]}</b>. Sign in with a key that has it, or ask for
        one.
      </EmptyState>
    </>
  );
}
