import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { buttonClasses } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';

export function NotFound() {
  return (
    <>
      <PageHeader title="There is no such page" />
      <EmptyState
        action={
          <Link className={buttonClasses('primary')} to="/">
            To the overview
          </Link>
        }
        icon={<Compass aria-hidden />}
        title="This address leads nowhere"
      >
        It may have been cut on its way, or come from another release.
      </EmptyState>
    </>
  );
}
