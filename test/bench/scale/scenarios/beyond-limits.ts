import { defaults } from '../../../../infra/settings/defaults.ts';
import { isWatched } from '../../../../shared/domain/sandboxes/record/conditions.ts';
import type { LimitName } from '../world/calls.ts';
import { ServiceAtScale } from '../world/service-at-scale.ts';

const BETWEEN_STARTS = 1000 / defaults.prod.requestsPerSecond;

/** Milliseconds from the first start to the beginning of the trouble. */
const BEGINS = 5_000;

interface Trouble {
  readonly name: string;
  /** How long it lasts. */
  readonly minutes: number;
  readonly begin: (service: ServiceAtScale, until: number) => void;
  readonly end: (service: ServiceAtScale) => void;
}

/** AWS throttles all calls with these limits. */
const closed = (...names: readonly LimitName[]): Pick<Trouble, 'begin' | 'end'> => ({
  begin: ({ aws }, until) => {
    for (const name of names) aws.quotas[name].closedUntil = until;
  },
  end: () => undefined,
});

export const troubles: readonly Trouble[] = [
  { name: 'RunTask throttled', minutes: 4, ...closed('runTask') },
  { name: 'DescribeTasks and ListTasks throttled', minutes: 5, ...closed('readTasks') },
  { name: 'DynamoDB throttled', minutes: 2, ...closed('tableReads', 'tableWrites', 'rowWrites') },
  {
    name: 'no capacity',
    minutes: 4,
    begin: ({ ecs }) => {
      ecs.alwaysFails = 'no-capacity';
    },
    end: ({ ecs }) => {
      ecs.alwaysFails = null;
    },
  },
];

export interface Recovery {
  readonly name: string;
  readonly minutes: number;
  readonly starts: number;
  readonly ready: number;
  readonly failed: number;
  /** Starts that are waiting at the end of the trouble. */
  readonly backlog: number;
  /** Seconds from the end of the trouble until all are READY. */
  readonly recovery: number;
  /** Seconds that the pace needs for the backlog. */
  readonly atPace: number;
  /** Running tasks without a row, volumes without a row, and rows without a task. */
  readonly leaks: number;
}

/** Requests `starts` sandboxes, while AWS is in trouble for some minutes. */
export async function beyondLimits({ name, minutes, begin, end }: Trouble, starts: number): Promise<Recovery> {
  const service = new ServiceAtScale(defaults.prod.launchesPerSecond);
  const { time, readyAt, failed, askedAt } = service;
  service.begin(60);
  const began = time.milliseconds + BEGINS;
  const isOverAt = began + minutes * 60_000;
  void ask(service, starts);
  await time.pass(BEGINS);
  begin(service, isOverAt);
  await time.pass(isOverAt - time.milliseconds);
  end(service);
  const backlog = [...askedAt.keys()].filter((id) => !readyAt.has(id)).length;
  const isDone = () => askedAt.size === starts && readyAt.size + failed.size >= starts;
  await time.runUntil(isDone, isOverAt + 60 * 60_000);
  const recovery = Math.max(0, (time.milliseconds - isOverAt) / 1000);
  // Long enough for two sweeps, which find every orphan.
  await time.pass(150_000);
  service.end();
  return {
    name,
    minutes,
    starts,
    ready: readyAt.size,
    failed: failed.size,
    backlog,
    recovery,
    atPace: backlog / defaults.prod.launchesPerSecond,
    leaks: leaksOf(service),
  };
}

async function ask(service: ServiceAtScale, starts: number): Promise<void> {
  for (let made = 0; made < starts; made += 1) {
    await service.ask(`owner-${Math.floor(made / 10)}`);
    await service.time.pause(BETWEEN_STARTS);
  }
}

function leaksOf({ ecs, disks, sandboxes }: ServiceAtScale): number {
  const rows = [...sandboxes.rows.values()].filter(isWatched);
  const arns = new Set(rows.map(({ task_arn: arn }) => arn));
  const volumes = new Set(rows.map(({ volume_id: id }) => id));
  const live = new Set(ecs.live().map(({ task }) => task.arn));
  const orphans = [...live].filter((arn) => !arns.has(arn));
  const loose = disks.all().volumes.filter(({ id }) => !volumes.has(id));
  const lost = rows.filter(({ phase, task_arn: arn }) => phase === 'RUNNING' && !live.has(arn ?? ''));
  return orphans.length + loose.length + lost.length;
}
