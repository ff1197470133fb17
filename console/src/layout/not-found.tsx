import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { buttonClasses } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';

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
