import { useRouter } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { code, OutdatedConsole, reloadOnce } from '../live/code-loader.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ErrorState, Skeleton } from '../ui/query-states.tsx';

/** Replaces a page while its code is loading. */
export function PagePending() {
  const isWaiting = useSyncExternalStore(code.subscribe, code.isWaiting);
  return (
    <>
      {isWaiting && (
        <PageHeader title="This page is not loaded yet">
          It opens as soon as the console can be reached again.
        </PageHeader>
      )}
      <Skeleton />
    </>
  );
}

/** Replaces a page that failed, or whose code no longer exists after a release. */
export function PageError({ error }: { readonly error: unknown }) {
  const router = useRouter();
  const isOutdated = error instanceof OutdatedConsole;
  useEffect(() => {
    if (isOutdated) reloadOnce();
  }, [isOutdated]);
  if (!isOutdated) return <ErrorState error={error} onRetry={() => router.invalidate()} />;
  return (
    <Notice title="The console was updated" tone="info">
      <p>Reload the page to open it in the current version.</p>
      <Button className="mt-2" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </Notice>
  );
}
