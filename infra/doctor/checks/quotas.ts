import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import { workers } from '../../../shared/contract/workers.ts';
import { vcpuLimitOf } from '../../settings/vcpu-limit.ts';
import { askForMore, QUOTA_ACTIONS, type Quota, quotaOf } from '../account/quotas.ts';
import { defineCheck, error, type Finding, ok, okIf, type Subject, warning } from '../check.ts';

const rate: Quota = { service: 'apigateway', code: 'L-8A5B8E43', name: 'Throttle rate' };
const burst: Quota = { service: 'apigateway', code: 'L-CDF5615A', name: 'Throttle burst rate' };

interface Throttle {
  readonly rate: number;
  readonly burst: number;
}

export const apiThrottle = defineCheck<Throttle>({
  id: 'api-throttle',
  about: "API Gateway's throttle for all APIs of the account against `requestsPerSecond` and `requestBurst`",
  when: ['before', 'after'],
  actions: QUOTA_ACTIONS,
  read: async ({ quotas }) => ({ rate: await quotaOf(quotas, rate), burst: await quotaOf(quotas, burst) }),
  judge: (allowed, { settings: { requestsPerSecond, requestBurst } }) => [
    throttle(
      'requestsPerSecond',
      requestsPerSecond,
      allowed.rate,
      'requests per second',
      askForMore(rate, requestsPerSecond),
    ),
    // AWS raises only the rate on request, and the burst with it.
    throttle('requestBurst', requestBurst, allowed.burst, 'requests at once', 'AWS raises it together with the rate.'),
  ],
});

function throttle(setting: string, wanted: number, allowed: number, unit: string, more: string): Finding {
  return okIf(
    allowed >= wanted,
    `API Gateway accepts ${allowed} ${unit} for all APIs of the account; ${setting} is ${wanted}.`,
    'Requests are throttled (429) below the limit of the settings.',
    `Set ${setting} to ${allowed} or less. ${more}`,
  );
}

const storage: Quota = {
  service: 'ebs',
  code: 'L-7A658B76',
  name: 'Storage for General Purpose SSD (gp3) volumes, in TiB',
};
const snapshots: Quota = { service: 'ebs', code: 'L-309BACF6', name: 'Snapshots per Region' };

/** The newest, the one before it, and one in progress. */
const SNAPSHOTS_EACH = 3;

interface DiskQuotas {
  readonly tebibytes: number;
  readonly snapshots: number;
}

export const diskQuotas = defineCheck<DiskQuotas>({
  id: 'disk-quotas',
  about:
    'the quotas of EBS for gp3 storage and snapshots against `sandboxLimit`, `snapshotLimit` and the size of workspaces',
  when: ['before', 'after'],
  actions: QUOTA_ACTIONS,
  read: async ({ quotas }) => ({
    tebibytes: await quotaOf(quotas, storage),
    snapshots: await quotaOf(quotas, snapshots),
  }),
  judge({ tebibytes, snapshots: allowed }, { settings: { sandboxLimit, snapshotLimit }, specs }) {
    const gibibytes = Math.max(...specs.map(({ workspaceGigabytes }) => workspaceGigabytes));
    const wantedTebibytes = Math.ceil((gibibytes * sandboxLimit) / 1024);
    const wantedSnapshots = sandboxLimit * SNAPSHOTS_EACH + snapshotLimit;
    return [
      okIf(
        tebibytes * 1024 >= gibibytes * sandboxLimit,
        `The Region has room for ${tebibytes} TiB of gp3 volumes; a workspace takes up to ${gibibytes} GiB.`,
        `One owner can have ${sandboxLimit} sandboxes (${wantedTebibytes} TiB): some of them will not start.`,
        `${askForMore(storage, wantedTebibytes)} Or lower sandboxLimit, or the workspaceGigabytes of the spec.`,
      ),
      okIf(
        allowed >= wantedSnapshots,
        `The Region has room for ${allowed} snapshots; a paused sandbox has up to ${SNAPSHOTS_EACH}, an owner ${snapshotLimit} more.`,
        `The ${sandboxLimit} sandboxes and ${snapshotLimit} snapshots of one owner can need ${wantedSnapshots}. A pause whose snapshot is refused keeps its volume, which costs more, and ends in ERROR.`,
        `${askForMore(snapshots, wantedSnapshots)} Or lower snapshotLimit, or delete snapshots that are no longer needed.`,
      ),
    ];
  },
});

export const vcpuQuota: Quota = {
  service: 'fargate',
  code: 'L-3032A538',
  name: 'Fargate On-Demand vCPU resource count',
};

/** Fargate's default limit of task starts per second. */
const LAUNCHES_PER_SECOND = 20;

export const fargateQuota = defineCheck<number>({
  id: 'fargate-quota',
  about:
    "Fargate's vCPU quota against `sandboxLimit`, `vcpuLimit` and the largest spec, and its launch rate against `launchesPerSecond`",
  when: ['before', 'after'],
  actions: QUOTA_ACTIONS,
  read: ({ quotas }) => quotaOf(quotas, vcpuQuota),
  judge: (allowed, subject) => [vcpus(allowed, subject), ...launchRate(subject)],
});

function vcpus(allowed: number, { settings, specs }: Subject): Finding {
  const [largest, ...others] = specs.toSorted((a, b) => b.cpu - a.cpu);
  const each = (largest?.cpu ?? 0) / 1024;
  const { sandboxLimit } = settings;
  const most = Math.max(...specs.map(({ cpu, sizes }) => sizes?.max.cpu ?? cpu)) / 1024;
  const wanted = Math.min(Math.ceil(most * sandboxLimit), vcpuLimitOf(settings));
  const says = `Fargate allows ${allowed} vCPU; a sandbox of ${largest?.id} takes ${each}.`;
  const more = askForMore(vcpuQuota, wanted);
  if (allowed < each) {
    const smaller = others.filter(({ cpu }) => cpu / 1024 <= allowed).map(({ id }) => id);
    const left = smaller.length > 0 ? ` Only ${smaller.join(', ')} can.` : '';
    return error(says, `No sandbox of that spec can start.${left}`, more);
  }
  return okIf(
    allowed >= wanted,
    says,
    `One owner can use ${wanted} vCPU, but all owners together get ${Math.floor(allowed / each)}: further starts wait 15 minutes and fail with vcpu_quota_reached.`,
    `${more} Or lower the settings sandboxLimit and vcpuLimit.`,
  );
}

function launchRate({ settings: { launchesPerSecond } }: Subject): readonly Finding[] {
  if (launchesPerSecond < LAUNCHES_PER_SECOND) return [];
  return [
    warning(
      `launchesPerSecond is ${launchesPerSecond}.`,
      `Fargate starts ${LAUNCHES_PER_SECOND} tasks per second unless AWS raised that for the account. It refuses the rest, which then must be retried.`,
      `Set launchesPerSecond below ${LAUNCHES_PER_SECOND}, or make sure that the account's launch rate was raised.`,
    ),
  ];
}

const concurrency: Quota = { service: 'lambda', code: 'L-B99A9384', name: 'Concurrent executions' };

/** The default quota of an account that is not new. */
const USUAL = 1_000;

interface Concurrency {
  readonly total: number;
  /** What functions without reserved concurrency share. */
  readonly unreserved: number;
}

export const lambdaConcurrency = defineCheck<Concurrency>({
  id: 'lambda-concurrency',
  about: "Lambda's concurrent executions against the workers, `waits`, `requestsPerSecond` and `functionConcurrency`",
  when: ['before', 'after'],
  actions: ['lambda:GetAccountSettings'],
  async read({ lambda }) {
    const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
    const total = AccountLimit?.ConcurrentExecutions ?? 0;
    return { total, unreserved: AccountLimit?.UnreservedConcurrentExecutions ?? total };
  },
  judge: (limits, subject) => [executions(limits, subject)],
});

function executions({ total, unreserved }: Concurrency, { settings }: Subject): Finding {
  const { requestsPerSecond, waits, functionConcurrency } = settings;
  const says = `Lambda allows ${total} concurrent executions, ${unreserved} of them without a reservation.`;
  const more = askForMore(concurrency, Math.max(USUAL, requestsPerSecond + workers.length));
  if (unreserved <= workers.length) {
    const means = `The service has ${workers.length} workers besides its endpoints: a few waiting requests stop everything else.`;
    return error(says, means, more);
  }
  if (waits > 0 && unreserved <= waits + workers.length) {
    return error(
      says,
      `Waiting requests can take ${waits} of them (waits): too few are left for the ${workers.length} workers.`,
      `Set waits to ${Math.max(0, Math.floor(unreserved / 2) - workers.length)}. ${more}`,
    );
  }
  if (settings.alarms === 'all' && functionConcurrency !== total) {
    return warning(
      says,
      `The alarm concurrency-used assumes ${functionConcurrency} (functionConcurrency): it rings too early or too late.`,
      `Deploy with \`-c functionConcurrency=${total}\`.`,
    );
  }
  // A request that takes a second holds one execution; one that waits for a change holds it for up to 25 s.
  if (unreserved >= requestsPerSecond) return ok(says);
  return warning(
    says,
    `The API accepts ${requestsPerSecond} requests per second (requestsPerSecond). If they take a second each, Lambda throttles some of them, and the workers too.`,
    `${more} Or set requestsPerSecond below ${unreserved}.`,
  );
}
