import { warmPoolUsd } from '../../docs/cost/warm-pools.ts';
import type { SandboxSpec } from '../../specs/schema.ts';
import { hoursADay } from 'XX';
import { defineCheck, type Finding, ok, warning } from '../check.ts';

export const warmPool = defineCheck<null>({
  id: 'warm-pool',
  about: 'what the warm pools of the specs cost while their tasks wait',
  when: ['before', 'after'],
  actions: [],
  // The settings say all of it.
  read: async () => null,
  judge(_, { specs }) {
    const kept = specs.filter((spec) => spec.warmPool.size > 0);
    if (kept.length === 0) return [ok('No spec keeps a warm pool: nothing waits, and nothing is paid for.')];
    return kept.map(cost);
  },
});

/** Above this, a pool that idles costs more than most deployments do when they work: in US dollars a month. */
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
