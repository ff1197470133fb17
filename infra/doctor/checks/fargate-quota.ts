import { QUOTA_ACTIONS, type Quota, quotaOf, raise } from '../account/quotas.ts';
import { defineCheck, error, type Finding, ok, type Subject, warning } from '../check.ts';

export const vcpuQuota: Quota = {
  service: 'fargate',
  code: 'L-3032A538',
  name: 'Fargate On-Demand vCPU resource count',
};

/** How many tasks Fargate starts in a second, unless AWS raised it for the account. */
const LAUNCHES_PER_SECOND = 20;

export const fargateQuota = defineCheck<number>({
  id: 'fargate-quota',
  about:
    "Fargate's vCPU quota against `sandboxLimit` and the largest spec, and its launch rate against `launchesPerSecond`",
  when: ['before', 'after'],
  actions: QUOTA_ACTIONS,
  read: ({ quotas }) => quotaOf(quotas, vcpuQuota),
  judge: (allowed, subject) => [room(allowed, subject), ...pace(subject)],
});

function room(allowed: number, { settings: { sandboxLimit }, specs }: Subject): Finding {
  const [largest, ...others] = specs.toSorted((a, b) => b.cpu - a.cpu);
  const each = (largest?.cpu ?? 0) / 1024;
  const wanted = Math.ceil(each * sandboxLimit);
  const says = `Fargate may run ${allowed} vCPU at a time; a sandbox of ${largest?.id} takes ${each}.`;
  if (allowed < each) {
    const smaller = others.filter(({ cpu }) => cpu / 1024 <= allowed).map(({ id }) => id);
    const left = smaller.length > 0 ? ` Only ${smaller.join(', ')} can.` : '';
    return error(says, `No sandbox of that spec can start.${left}`, `Ask for more: \`${raise(vcpuQuota, wanted)}\`.`);
  }
  if (allowed >= wanted) return ok(says);
  return warning(
    says,
    `One owner may have ${sandboxLimit} sandboxes (${wanted} vCPU), but all owners together get ${Math.floor(allowed / each)}: further starts wait 15 minutes and fail with vcpu_quota_reached.`,
    `Ask for more: \`${raise(vcpuQuota, wanted)}\`. Or lower the setting sandboxLimit.`,
  );
}

function pace({ settings: { launchesPerSecond } }: Subject): readonly Finding[] {
  if (launchesPerSecond < LAUNCHES_PER_SECOND) return [];
  return [
    warning(
      `launchesPerSecond is ${launchesPerSecond}.`,
      `Fargate starts ${LAUNCHES_PER_SECOND} tasks in a second unless AWS raised that for the account; it refuses the rest, which cost another try each.`,
      `Set launchesPerSecond below ${LAUNCHES_PER_SECOND}, or make sure that the account's launch rate was raised.`,
    ),
  ];
}
