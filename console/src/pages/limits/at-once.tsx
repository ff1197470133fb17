import { Link } from '@tanstack/react-router';
import { count } from '../../../../shared/presentation/money.ts';
import type { CurrentLimits } from '../../api/shapes.ts';
import { useCan } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import type { LimitLevel } from '../../ui/limit-level.ts';
import { Meter } from '../../ui/meter.tsx';

export function AtOnce({ sandboxes: { owner, key } }: { readonly sandboxes: CurrentLimits['sandboxes'] }) {
  const remedy = (level: LimitLevel) => level !== 'fine' && <Remedy level={level} />;
  return (
    <Card title="Concurrent sandboxes">
      <div className="grid gap-4">
        <Meter label="Owner" limit={owner.limit} text={count} used={owner.used}>
          {remedy}
        </Meter>
        <Meter label="This key" limit={key.limit} text={count} used={key.used}>
          {remedy}
        </Meter>
        <p className="text-ink-soft text-xs">
          Starting, running and resuming sandboxes count; paused and deleted ones do not. A key shares its limits with
          the keys it created, and a start needs room in every limit.
        </p>
      </div>
    </Card>
  );
}

function Remedy({ level }: { readonly level: 'near' | 'reached' }) {
  const can = useCan();
  const sandboxes = can('GET /api/v1/sandboxes/search') ? (
    <Link className="text-accent underline" to="/sandboxes">
      sandbox
    </Link>
  ) : (
    'sandbox'
  );
  return (
    <>
      {level === 'reached'
        ? 'New starts are rejected with 429 (concurrency_limit_exceeded). Running sandboxes continue. '
        : 'At the limit, new starts are rejected; running sandboxes continue. '}
      Pause or delete a {sandboxes}, or start with <code className="font-mono">?on_limit=pause_oldest</code>.
    </>
  );
}
