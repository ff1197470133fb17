import { Link } from '@tanstack/react-router';
import type { CurrentLimits } from '../../api/shapes.ts';
import { count } from '../../format/money.ts';
import { useCan } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import type { LimitLevel } from '../../ui/limit-level.ts';
import { Meter } from '../../ui/meter.tsx';

export function AtOnce({ sandboxes: { owner, key } }: { readonly sandboxes: CurrentLimits['sandboxes'] }) {
  const remedy = (level: LimitLevel) => level !== 'fine' && <Remedy level={level} />;
  return (
    <Card title="Sandboxes at once">
      <div className="grid gap-4">
        <Meter label="Owner" limit={owner.limit} text={count} used={owner.used}>
          {remedy}
        </Meter>
        <Meter label="This key" limit={key.limit} text={count} used={key.used}>
          {remedy}
        </Meter>
        <p className="text-ink-soft text-xs">
          What starts, runs or resumes counts; what is paused or deleted does not. A key shares its limits with the keys
          that it has made, and a start needs room in all limits.
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
        ? 'One more start is refused with a 429 (concurrency_limit_exceeded). Nothing that runs is stopped. '
        : 'At the limit, starts are refused; what runs goes on. '}
      Pause or delete a {sandboxes}, or start with <code className="font-mono">?on_limit=pause_oldest</code>.
    </>
  );
}
