import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openThrottles } from '../../infra/api/open-throttles.ts';
import { settingsFor } from '../../infra/config.ts';
import { type Bill, billOf, together } from '../../infra/docs/cost/bill.ts';
import { conversationsFreeAtEdge, serviceItems } from '../../infra/docs/cost/conversations.ts';
import { type Deployed, resourcesOf } from '../../infra/docs/cost/deployed.ts';
import { idleMonth } from '../../infra/docs/cost/idle-month.ts';
import { costPage } from '../../infra/docs/cost/page.ts';
import { scheduledRuns } from '../../infra/docs/cost/schedules.ts';
import { standingChargesOf } from '../../infra/docs/cost/standing-charges.ts';
import { worstOfStrangers } from '../../infra/docs/cost/strangers.ts';
import { specsFor } from '../../infra/specs/catalogue.ts';

/** What an idle stage may cost in a month, in US dollars, beyond what each account gets for nothing. */
const MOST = 2;

describe('an idle month', () => {
  const stages: Readonly<Record<'dev' | 'prod', readonly Deployed[]>> = {
    dev: resourcesOf('dev'),
    prod: resourcesOf('prod'),
  };
  const billOfStage = (stage: keyof typeof stages): Bill => billOf(idleMonth(stages[stage]));

  it.each(['dev', 'prod'] as const)('of %s with its defaults costs at most two dollars', (stage) => {
    const { paid, lines } = billOfStage(stage);

    expect(paid).toBeLessThanOrEqual(MOST);
    expect(paid).toBeGreaterThanOrEqual(1.4);
    expect(lines.map(({ sold, units }) => [sold, units])).toEqual(
      expect.arrayContaining([
        ['key', 1],
        ['secret', 1],
        ['metric', expect.any(Number)],
        ['lambdaRequest', scheduledRuns(stages[stage])],
      ]),
    );
  });

  it('counts a run each minute for the sweep, and the other schedules', () => {
    expect(scheduledRuns(stages.dev)).toBeGreaterThan(43_200);
    expect(scheduledRuns([{ type: 'AWS::Events::Rule', properties: { ScheduleExpression: 'rate(2 hours)' } }])).toBe(
      360,
    );
    const cron = { type: 'AWS::Events::Rule', properties: { ScheduleExpression: 'cron(0 0 * * ? *)' } };
    expect(() => scheduledRuns([cron])).toThrow('is no rate');
  });

  it('counts every stage, and what is free once', () => {
    const both = billOf(together(idleMonth(stages.dev), idleMonth(stages.prod)));

    expect(both.list).toBeCloseTo(billOfStage('dev').list + billOfStage('prod').list, 6);
    expect(both.paid).toBeGreaterThan(billOfStage('dev').paid + billOfStage('prod').paid);
  });

  it('is refused when a template has a resource of which nothing is known', () => {
    const database = { type: 'AWS::RDS::DBInstance', properties: {} };

    expect(() => standingChargesOf([...stages.dev, database])).toThrow('what an unused AWS::RDS::DBInstance costs');
  });

  it('charges an alarm for each metric that it reads', () => {
    const alarm = (properties: Deployed['properties']) => ({ type: 'AWS::CloudWatch::Alarm', properties });
    const metric = { MetricStat: { Stat: 'Sum' } };

    const units = standingChargesOf([
      alarm({ MetricName: 'a' }),
      alarm({ Metrics: [metric, metric, { Expression: '' }] }),
    ]);

    expect(units.map((one) => one.units)).toEqual([1, 2]);
  });

  it('leaves what CloudFront gives for nothing to conversations: so many, and not one more', () => {
    const edge: readonly string[] = ['edgeRequest', 'edgeRun', 'edgeGigabyteOut'];
    const paidFor = (conversations: number) =>
      billOf(serviceItems(conversations, stages.dev))
        .lines.filter(({ sold }) => edge.includes(sold))
        .reduce((sum, { paid }) => sum + paid, 0);

    expect(paidFor(conversationsFreeAtEdge())).toBe(0);
    expect(paidFor(conversationsFreeAtEdge() + 1)).toBeGreaterThan(0);
    expect(idleMonth(stages.prod).filter(({ sold }) => edge.includes(sold))).toEqual([]);
  });

  it('lets strangers write for at most USD 100 by logins and polls, however many they are', () => {
    const writers = worstOfStrangers(stages.prod).slice(0, 2);
    const writes = writers.flatMap(({ items }) => items.filter(({ sold }) => sold === 'tableWrite'));

    expect(writers.map(({ callsPerSecond }) => callsPerSecond)).toEqual(
      Object.values(openThrottles).map(({ rate }) => rate),
    );
    expect(billOf(writes).list).toBeLessThan(100);
    expect(billOf(writers.flatMap(({ items }) => items)).list).toBeLessThan(400);
  });

  it('stands in docs/cost.md as it is now', async () => {
    const [spec] = specsFor(settingsFor((key) => (key === 'stage' ? 'prod' : undefined)));

    const page = await readFile(join(import.meta.dirname, '../../docs/cost.md'), 'utf8');

    expect(page).toBe(costPage({ ...stages, spec }));
  });
});

describe('a bill', () => {
  it('takes what is free off once, and prices the rest', () => {
    const item = (units: number) => ({ what: 'alarms', sold: 'alarmMetric' as const, units });

    const { lines, list, paid } = billOf([item(7), item(7)]);

    expect(lines.map((line) => line.paid)).toEqual([0, expect.closeTo(0.4, 9)]);
    expect([list, paid]).toEqual([expect.closeTo(1.4, 9), expect.closeTo(0.4, 9)]);
  });
});
