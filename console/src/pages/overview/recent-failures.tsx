import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Time } from '../../ui/time.tsx';
import type { Failing } from './failures.ts';
import { FAILURE_DAYS } from './overview-queries.ts';

/** What failed lately, with what can be done about it. */
export function RecentFailures({ failures }: { readonly failures: readonly Failing[] }) {
  return (
    <Card title="Failures">
      {failures.length === 0 ? (
        <p className="flex items-center gap-2 text-ink-soft text-sm">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
          No sandbox is failed, and no start of the last {FAILURE_DAYS} days has failed.
        </p>
      ) : (
        <ul className="-my-2 divide-y divide-line">
          {failures.map((failing) => (
            <li className="grid gap-1 py-2.5 text-sm" key={`${failing.kind} ${failing.id} ${failing.at}`}>
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Badge tone="bad">{failing.kind === 'sandbox' ? 'Sandbox' : 'Start'}</Badge>
                <FailingLink {...failing} />
                {failing.code !== null && <code className="font-mono text-ink-soft text-xs">{failing.code}</code>}
                <span className="ml-auto text-ink-soft text-xs">
                  <Time value={failing.at} />
                </span>
              </span>
              <span className="break-words text-ink-soft">{failing.detail}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function FailingLink({ kind, id }: Failing) {
  const look = 'font-mono text-accent text-xs hover:underline';
  const end = `…${id.slice(-6)}`;
  return kind === 'sandbox' ? (
    <Link className={look} params={{ sandboxId: id }} title={id} to="/sandboxes/$sandboxId">
      {end}
    </Link>
  ) : (
    <Link className={look} params={{ conversationId: id }} title={id} to="/conversations/$conversationId">
      {end}
    </Link>
  );
}
