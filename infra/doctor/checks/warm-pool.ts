import { runningUsd } from '../../docs/cost/costs.ts';
import { hoursADay } from '../../settings/warm-pool.ts';
import type { SandboxSpec } from '../../specs/schema.ts';
import { QUOTA_ACTIONS, quotaOf } from '../account/quotas.ts';
import { defineCheck, type Finding, ok, okIf, warning } from '../check.ts';
import { vcpuQuota } from './quotas.ts';

export const warmPool = defineCheck<number>({
  id: 'warm-pool',
  about: "the cost of the specs' warm pools, and their share of Fargate's vCPU quota",
  when: ['before', 'after'],
  actions: QUOTA_ACTIONS,
  read: ({ quotas }) => quotaOf(quotas, vcpuQuota),
  judge(allowed, { specs }) {
    const kept = specs.filter((spec) => spec.warmPool.size > 0);
    if (kept.length === 0) return [ok('No spec has a warm pool.')];
    return [...kept.map(cost), ...room(allowed, kept)];
  },
});

/** US dollars a month above which a pool deserves a warning. */
const MUCH = 500;

function cost(spec: SandboxSpec): Finding {
  const { id, warmPool: pool } = spec;
  const { hour, month } = warmPoolUsd(spec);
  return okIf(
    month <= MUCH,
    `The warm pool of ${id} keeps ${pool.size} tasks ${hoursADay(pool)} hours a day: USD ${hour.toFixed(2)} an hour, ${month.toFixed(0)} a month (list prices of us-east-1).`,
    'AWS charges for it even if no sandbox starts.',
    'Make it smaller, or limit its hours: the setting warmPools, or warmPool of the spec.',
  );
}

/** Warm tasks take vCPUs away from cold starts. */
function room(allowed: number, kept: readonly SandboxSpec[]): readonly Finding[] {
  const held = kept.reduce((sum, { cpu, warmPool: { size } }) => sum + (cpu / 1024) * size, 0);
  if (held <= allowed / 2) return [];
  return [
    warning(
      `The warm pools use ${held} of the ${allowed} vCPU that Fargate allows.`,
      'Other starts and resumes share the rest. Beyond it they wait, and fail with vcpu_quota_reached.',
      'Ask for a higher quota (see fargate-quota), or make the pools smaller.',
    ),
  ];
}

/** US dollars for the warm pool of a spec: per hour, and for a month of its hours. */
export function warmPoolUsd(spec: SandboxSpec): { readonly hour: number; readonly month: number } {
  const hour = spec.warmPool.size * runningUsd(spec, 60);
  return { hour, month: hour * hoursADay(spec.warmPool) * 30 };
}
