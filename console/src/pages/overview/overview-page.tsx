import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useNow } from '../../live/now.ts';
import { usePreferences } from '../../preferences/preferences.ts';
import { useCan } from '../../session/session.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { dayBegin } from './day-begin.ts';
import { leftOut } from './left-out.ts';
import { useNewestConversations, useNewestSandboxes, useRecentStarts } from './overview-queries.ts';
import { RecentConversations } from './recent-conversations.tsx';
import { RecentFailures } from './recent-failures.tsx';
import { RunningNow } from './running-now.tsx';
import { Spend } from './spend.tsx';
import { StartsToday } from './starts-today.tsx';
import { Welcome } from './welcome.tsx';

/** What runs, what it costs and what went wrong. */
export function OverviewPage() {
  const can = useCan();
  const { isUtc } = usePreferences();
  const today = dayBegin(useNow(), isUtc);
  const sandboxes = useNewestSandboxes();
  const starts = useRecentStarts(today);
  const newest = useNewestConversations();
  const isNew = newest.data?.items.length === 0 && (sandboxes.data?.items.length ?? 0) === 0;
  const mayStart = can('POST /api/v1/app-conversations');
  const missing = leftOut(can);
  const start = (
    <Link className={buttonClasses('primary')} to="/conversations/new">
      <Plus aria-hidden className="size-4" />
      Start a conversation
    </Link>
  );
  return (
    <>
      <PageHeader actions={mayStart && !isNew && start} title="Overview" />
      {isNew && <Welcome />}
      <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
        <div className="grid min-w-0 gap-5">
          {can('GET /api/v1/sandboxes/search') && <RunningNow query={sandboxes} />}
          {(sandboxes.data || starts.data) && (
            <RecentFailures sandboxes={sandboxes.data?.items} starts={starts.data?.items} />
          )}
          {can('GET /api/v1/app-conversations/search') && !isNew && <RecentConversations query={newest} />}
        </div>
        <div className="grid min-w-0 gap-5">
          {can('GET /api/v1/app-conversations/start-tasks/search') && <StartsToday query={starts} today={today} />}
          {can('GET /api/v1/usage') && <Spend />}
        </div>
      </div>
      {missing.length > 0 && (
        <p className="text-ink-soft text-sm">Hidden, because this key lacks a scope: {missing.join(', ')}.</p>
      )}
    </>
  );
}
