import { dollars } from '../../../../shared/presentation/money.ts';
import { dayName } from '../../../../shared/presentation/time.ts';

interface Props {
  /** The days in their order, with what each cost, in US dollars. */
  readonly days: readonly (readonly [day: string, cost: number])[];
}

/** The height of a day that cost anything at all, in percent. */
const LEAST = 4;

/** What each of the last days cost, as bars without axes. The usage page has the numbers. */
export function SpendBars({ days }: Props) {
  const most = Math.max(...days.map(([, cost]) => cost));
  const [highest] = days.find(([, cost]) => cost === most) ?? [];
  const [first, last] = [days[0]?.[0], days.at(-1)?.[0]];
  if (first === undefined || last === undefined || highest === undefined || most === 0) return null;
  return (
    <figure className="grid gap-1">
      <div
        aria-label={`Cost per day, ${dayName(first)} to ${dayName(last)}. Highest: ${dollars(most)} on ${dayName(highest)}.`}
        className="flex h-16 items-end gap-px border-line-strong border-b"
        role="img"
      >
        {days.map(([day, cost]) => (
          <span
            className="flex h-full min-w-0 flex-1 items-end hover:bg-raised"
            key={day}
            title={`${dayName(day)}: ${dollars(cost)}`}
          >
            <span
              className="w-full rounded-t-sm bg-accent-fill forced-colors:bg-[CanvasText]"
              style={{ height: cost === 0 ? 0 : `${Math.max(LEAST, (100 * cost) / most)}%` }}
            />
          </span>
        ))}
      </div>
      <figcaption className="flex justify-between text-ink-soft text-xs">
        <span>{dayName(first)}</span>
        <span>Cost per day</span>
        <span>{dayName(last)}</span>
      </figcaption>
    </figure>
  );
}
