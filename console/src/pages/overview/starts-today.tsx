import { count } from '../../../../shared/presentation/money.ts';
import { duration } from '../../../../shared/presentation/time.ts';
import type { StartTask } from '../../api/shapes.ts';
import { Card } from '../../ui/card.tsx';
import { LOOKED_AT } from './overview-queries.ts';

interface Props {
  /** Newest first. */
  readonly starts: readonly Task[];
  readonly isComplete: boolean;
  readonly today: Date;
}

/** The starts since midnight, and how long people waited for them. */
export function StartsToday({ starts, isComplete, today }: Props) {
  const ofToday = starts.filter(({ created_at }) => Date.parse(created_at) >= today.getTime());
  const stats = statsOf(ofToday);
  const isCut = !isComplete && ofToday.length === starts.length;
  return (
    <Card title="Starts today">
      <dl className="grid grid-cols-2 gap-4">
        <Figure name={isCut ? `Ready (last ${LOOKED_AT})` : 'Ready'} value={count(stats.ready)}>
          {stats.underWay > 0 && `${count(stats.underWay)} in progress`}
        </Figure>
        <Figure isBad={stats.failed > 0} name="Failed" value={count(stats.failed)} />
        <Figure name="Median time to ready" value={timeOf(stats.median)} />
        <Figure name="Slowest" value={timeOf(stats.slowest)} />
      </dl>
      {stats.all === 0 && <p className="pt-3 text-ink-soft text-xs">No conversations started today.</p>}
    </Card>
  );
}

function timeOf(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '–' : duration(milliseconds);
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly isBad?: boolean;
  readonly children?: string | false;
}

function Figure({ name, value, isBad = false, children = false }: FigureProps) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-ink-soft text-xs">{name}</dt>
      <dd className={`font-semibold text-xl tabular-nums tracking-tight ${isBad ? 'text-bad' : ''}`}>{value}</dd>
      {children && <dd className="text-ink-soft text-xs">{children}</dd>}
    </div>
  );
}

type Task = Pick<StartTask, 'status' | 'created_at' | 'updated_at'>;

/** Statistics of some starts. Times are from the request until the conversation was ready, in milliseconds. */
interface StartStats {
  readonly all: number;
  readonly ready: number;
  readonly failed: number;
  readonly underWay: number;
  /** Undefined if none is ready. */
  readonly median: number | undefined;
  readonly slowest: number | undefined;
}

export function statsOf(tasks: readonly Task[]): StartStats {
  const ready = tasks.filter(({ status }) => status === 'READY');
  const failed = tasks.filter(({ status }) => status === 'ERROR').length;
  // The last update of a finished task is its end.
  const times = ready.map((task) => Date.parse(task.updated_at) - Date.parse(task.created_at)).sort((a, b) => a - b);
  return {
    all: tasks.length,
    ready: ready.length,
    failed,
    underWay: tasks.length - ready.length - failed,
    median: medianOf(times),
    slowest: times.at(-1),
  };
}

/** @param sorted in ascending order */
function medianOf(sorted: readonly number[]): number | undefined {
  const [below, above] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return below === undefined || above === undefined ? undefined : (below + above) / 2;
}
