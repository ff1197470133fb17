import { Link, useRouter } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { buttonClasses } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ErrorState } from '../ui/query-states.tsx';

/** In the place of a page that failed, its script included: after a new release, old parts are gone. */
export function PageError({ error }: { readonly error: unknown }) {
  const router = useRouter();
  return <ErrorState error={error} onRetry={() => router.invalidate()} />;
}

export function NotFound() {
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState
        action={
          <Link className={buttonClasses('primary')} to="/">
            Go to overview
          </Link>
        }
        icon={<Compass aria-hidden />}
        title="There is nothing at this address"
      >
        Check the address, or find the page in the navigation.
      </EmptyState>
    </>
  );
}
