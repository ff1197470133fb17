import type { ReactNode } from 'react';
import { Badge } from './badge.tsx';
import { classes } from './classes.ts';

interface Props {
  /** The limited thing, such as "Sandboxes of the owner". */
  readonly label: string;
  readonly used: number;
  /** Null if there is no limit. */
  readonly limit: number | null;
  readonly text: (amount: number) => string;
  /** What happens at the limit and what to do, by how much is used. */
  readonly children?: (level: LimitLevel) => ReactNode;
}

const bars: Readonly<Record<LimitLevel, string>> = { fine: 'bg-accent-fill', near: 'bg-warn', reached: 'bg-bad' };

/** The usage of a limit: in numbers, as a bar, and with a warning near the limit. */
export function Meter({ label, used, limit, text, children }: Props) {
  const level = limit === null ? 'fine' : limitLevel(used, limit);
  const share = limit === null ? 0 : limit === 0 ? 1 : Math.min(1, used / limit);
  const words = children?.(level);
  return (
    <div className="grid content-start gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 text-sm">
        <span className="flex items-center gap-2 font-medium">
          {label}
          {level !== 'fine' && (
            <Badge tone={level === 'near' ? 'warn' : 'bad'}>{level === 'near' ? 'Near limit' : 'Limit reached'}</Badge>
          )}
        </span>
        <span className="text-ink-soft tabular-nums">
          {limit === null ? (
            `${text(used)}, no limit`
          ) : (
            <>
              <b className="text-ink">{text(used)}</b> of {text(limit)}
            </>
          )}
        </span>
      </div>
      {limit !== null && (
        <>
          <meter
            aria-label={label}
            aria-valuetext={`${text(used)} of ${text(limit)}`}
            className="sr-only"
            max={limit}
            min={0}
            value={used}
          />
          <div aria-hidden className="h-2 overflow-hidden rounded-full border border-line-strong bg-raised">
            <div
              className={classes('h-full forced-colors:bg-[CanvasText]', bars[level])}
              style={{ width: `${share * 100}%` }}
            />
          </div>
        </>
      )}
      {words && <div className="text-ink-soft text-xs">{words}</div>}
    </div>
  );
}

export type LimitLevel = 'fine' | 'near' | 'reached';

/** The share of a limit from which it is near, the same as for the budget warnings of the service. */
const NEAR = 0.8;

function limitLevel(used: number, limit: number): LimitLevel {
  if (used >= limit) return 'reached';
  return used >= limit * NEAR ? 'near' : 'fine';
}
