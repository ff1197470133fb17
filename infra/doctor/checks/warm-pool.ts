import { runningUsd } from '../../docs/cost/costs.ts';
import { hoursADay } from '../../settings/warm-pool.ts';
import type { SandboxSpec } from '../../specs/schema.ts';
import { QUOTA_ACTIONS, quotaOf } from '../account/quotas.ts';
import { defineCheck, type Finding, ok, warning } from '../check.ts';
import { vcpuQuota } from './fargate-quota.ts';

export const warmPool = defineCheck<number>({
  id: 'warm-pool',
  about: "what the warm pools of the specs cost while their tasks wait, and their share of Fargate's vCPU quota",
  when: ['before', 'after'],
  actions: QUOTA_ACTIONS,
  read: ({ quotas }) => quotaOf(quotas, vcpuQuota),
  judge(allowed, { specs }) {
    const kept = specs.filter((spec) => spec.warmPool.size > 0);
    if (kept.length === 0) return [ok('No spec keeps a warm pool: nothing waits, and nothing is paid for.')];
    return [...kept.map(cost), ...room(allowed, kept)];
  },
});

/** Above this, in US dollars a month, a pool deserves a second look. */
const MUCH = 500;

function cost(spec: SandboxSpec): Finding {
  const { id, warmPool: pool } = spec;
  const { hour, month } = warmPoolUsd(spec);
  const says = `The warm pool of ${id} keeps ${pool.size} tasks ${hoursADay(pool)} hours a day: USD ${hour.toFixed(2)} an hour, ${month.toFixed(0)} a month (list prices of us-east-1).`;
  if (month <= MUCH) return ok(says);
  return warning(
    says,
    'That is paid for whether or not a sandbox starts.',
    'Make it smaller, or give it hours: the setting warmPools, or warmPool of the spec.',
  );
}

/** Cold starts wait for what warm tasks hold. */
function room(allowed: number, kept: readonly SandboxSpec[]): readonly Finding[] {
  const held = kept.reduce((sum, { cpu, warmPool: { size } }) => sum + (cpu / 1024) * size, 0);
  if (held <= allowed / 2) return [];
  return [
    warning(
      `The warm pools hold ${held} of the ${allowed} vCPU that Fargate may run at a time.`,
      'Other starts and resumes get what is left: beyond it they wait, and fail with vcpu_quota_reached.',
      'Ask for a higher quota (see fargate-quota), or make the pools smaller.',
    ),
  ];
}

/** US dollars for the warm pool of a spec: per hour, and for a month of its hours. */
export function warmPoolUsd(spec: SandboxSpec): { readonly hour: number; readonly month: number } {
  const hour = spec.warmPool.size * runningUsd(spec, 60);
  return { hour, month: hour * hoursADay(spec.warmPool) * 30 };
}
