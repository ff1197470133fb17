import { defaults } from '../../../../infra/settings/defaults.ts';
import { awsLimits } from '../world/quota.ts';
import { ServiceAtScale } from '../world/service-at-scale.ts';

/** Milliseconds between two starts, at the default request rate of the API. */
const BETWEEN_STARTS = 1000 / defaults.prod.requestsPerSecond;

/** Late owners start this many seconds after the burst. */
const LATE_AFTER = 70;
const LATE_OWNERS = 20;

export interface Burst {
  readonly starts: number;
  readonly ready: number;
  readonly failed: number;
  /** Seconds from the first RunTask call to the last. */
  readonly seconds: number;
  /** Accepted RunTask calls in this time, as a share of the quota. */
  readonly quotaUsed: number;
  readonly throttled: number;
  /** The longest wait for READY in seconds: of the owner with half of the starts, of the others, and of late ones. */
  readonly largeWait: number;
  readonly smallWait: number;
  readonly lateWait: number | undefined;
  readonly functionsAtOnce: number;
  /** The longest time from an agent's address until its name works, in seconds, and the calls of the edge's store. */
  readonly nameWait: number;
  readonly storeCalls: number;
}

/** Requests `starts` sandboxes: half of them for one owner, the others for owners with ten each. */
export async function burst(starts: number): Promise<Burst> {
  const service = new ServiceAtScale(defaults.prod.launchesPerSecond);
  const { time, aws, lambdas, readyAt, askedAt } = service;
  const [large, small, late]: [Set<string>, Set<string>, Set<string>] = [new Set(), new Set(), new Set()];
  const ask = async (ownerId: string, group: Set<string>) => void group.add(await service.ask(ownerId));
  // The burst starts between two sweeps.
  service.begin(60);
  const callers = (async () => {
    await time.pause(37_000);
    for (let made = 0; made < starts; made += 1) {
      const isLarge = made % 2 === 0;
      await ask(isLarge ? 'large' : `owner-${Math.floor(made / 20)}`, isLarge ? large : small);
      await time.pause(BETWEEN_STARTS);
    }
    if (starts / awsLimits.runTask.perSecond < LATE_AFTER) return;
    await time.pause(LATE_AFTER * 1000);
    for (let made = 0; made < LATE_OWNERS; made += 1) await ask(`late-${made}`, late);
  })();
  let isAsked = false;
  void callers.then(() => {
    isAsked = true;
  });
  const isOver = () => isAsked && readyAt.size + service.failed.size >= askedAt.size;
  await time.runUntil(isOver, time.milliseconds + 2 * 60 * 60_000);
  service.end();
  const [first, last] = [Math.min(...aws.launches), Math.max(...aws.launches)];
  const waitOf = (ids: ReadonlySet<string>) =>
    Math.max(...[...ids].map((id) => ((readyAt.get(id) ?? Number.NaN) - (askedAt.get(id) ?? 0)) / 1000));
  const seconds = (last - first) / 1000;
  return {
    starts: askedAt.size,
    ready: readyAt.size,
    failed: service.failed.size,
    seconds,
    quotaUsed: (aws.launches.length - 1) / (seconds * awsLimits.runTask.perSecond),
    throttled: aws.sum('tasks.run', 'refused'),
    largeWait: waitOf(large),
    smallWait: waitOf(small),
    lateWait: late.size > 0 ? waitOf(late) : undefined,
    functionsAtOnce: lambdas.peak,
    nameWait: (service.edge.slowest ?? Number.NaN) / 1000,
    storeCalls: aws.sum('edgeStore.', 'calls'),
  };
}
