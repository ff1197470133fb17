import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openThrottles } from '../../infra/api/open-throttles.ts';
import { settingsFor } from '../../infra/config.ts';
import {
  billOf,
  conversationItems,
  conversationsFreeAtEdge,
  conversationUsd,
  idleMonth,
  initializationUsd,
  modelCallItems,
  pausedMonthUsd,
  runningUsd,
  savedReadUsd,
  scheduledRuns,
  standingChargesOf,
  tabItems,
  type Units,
} from '../../infra/docs/cost/costs.ts';
import { peopleUsd } from '../../infra/docs/cost/people.ts';
import { conversation, MINUTES_OF_MONTH, modelCall, WRITTEN_GIGABYTES } from '../../infra/docs/cost/prices.ts';
import { type Deployed, resourcesOf } from '../../infra/docs/cost/resources.ts';
import { worstOfStrangers } from '../../infra/docs/cost/strangers.ts';
import { warmPoolUsd } from '../../infra/doctor/checks/warm-pool.ts';
import { specsFor } from '../../infra/specs/catalogue.ts';
import { createChatCompletion } from '../../shared/contract/broker/broker.ts';
import { limits } from '../../shared/domain/sandboxes/record/limits.ts';
import { WAKES_A_DAY } from '../../shared/domain/sandboxes/waking/wake.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/cost.md'), 'utf8');
const [spec] = specsFor(settingsFor((key) => (key === 'stage' ? 'prod' : undefined)));
const stages = { dev: resourcesOf('dev'), prod: resourcesOf('prod') } as const;

/** The figures in a table row of docs/cost.md. */
function figuresOf(row: string): readonly (string | undefined)[] {
  const line = page.split('\n').find((text) => text.startsWith(`| ${row} |`));
  return (line ?? '')
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim());
}

const usd = (amount: number, digits = 2) => amount.toFixed(digits);

describe('docs/cost.md', () => {
  it('a forgotten tab of a sandbox costs what the page says', () => {
    const idle = (spec?.idleMinutes ?? 0) / 60;
    const hours = [limits.traffic / 3_600 + idle, (spec?.lifetimeMinutes ?? 0) / 60, WAKES_A_DAY * idle];
    const rows = [
      'with this bound',
      'without it, until the deadline of 24 hours',
      'woken as often as a day allows with its session key, or without a key, and left each time',
    ];
    const hourUsd = Number(/A sandbox costs ([\d.]+) an hour/.exec(page)?.[1]);

    rows.forEach((row, index) => {
      const time = hours[index] ?? 0;
      expect(figuresOf(row)).toEqual([String(Math.round(time * 100) / 100), usd(time * hourUsd)]);
    });
  });

  it('an idle month costs at most two dollars beyond the free allowances, as the page states', () => {
    const both: readonly Units[] = [...idleMonth(stages.dev), ...idleMonth(stages.prod)];
    const rows = { dev: idleMonth(stages.dev), prod: idleMonth(stages.prod), 'dev and prod in one account': both };

    for (const [row, items] of Object.entries(rows)) {
      const { list, paid } = billOf(items);
      expect(figuresOf(row), row).toEqual([usd(list), usd(paid)]);
    }
    expect(billOf(rows.prod).paid).toBeLessThanOrEqual(2);
    expect(billOf(rows.prod).paid).toBeGreaterThanOrEqual(1.4);
    expect(billOf(both).paid).toBeGreaterThan(billOf(rows.dev).paid + billOf(rows.prod).paid);
  });

  it('the row of operators and mail cost what the page states', () => {
    const largest = billOf([{ sold: 'tableWrite', units: 150 * MINUTES_OF_MONTH }]).list;
    expect(page).toContain(`at most 150 KB, which costs ${usd(largest)} a month`);
    expect(page).toContain(`costs ${usd(billOf([{ sold: 'mail', units: 1_000 }]).list)} for a thousand`);
  });

  it('requests to models cost what the page states', () => {
    const of = (isBudgeted: boolean) => usd(billOf(modelCallItems(1_000, isBudgeted)).list, 3);
    expect(figuresOf('without a budget')).toEqual([of(false)]);
    expect(figuresOf('with a monthly budget')).toEqual([of(true)]);
    expect(createChatCompletion.needs).toMatchObject({ memoryMegabytes: modelCall.memoryMegabytes });
  });

  it('a tab of the console costs what the page states', () => {
    const tabs = {
      'in use for 8 hours on 22 days': 3 * 60 * 8 * 22,
      'without input all month': 12 * 24 * 30,
      'for comparison, with 43 requests a minute all month': 43 * 60 * 24 * 30,
    };
    for (const [row, calls] of Object.entries(tabs)) {
      const [one, thousand] = [1, 1_000].map((count) => billOf(tabItems(calls * count, stages.prod)).list);
      expect(figuresOf(row)).toEqual([calls.toLocaleString('en'), usd(one ?? 0), usd(thousand ?? 0)]);
    }
  });

  it('sign-ins by Cognito cost what the page states', () => {
    for (const people of [50, 1_000, 10_000, 20_000])
      expect(figuresOf(people.toLocaleString('en'))).toEqual([
        usd(peopleUsd(people, 'pool')),
        usd(peopleUsd(people, 'federated')),
      ]);
  });

  it('a thousand conversations cost what the page states', () => {
    const { list } = billOf(conversationItems(1_000, stages.dev));
    const used = 1_000 * runningUsd(spec, conversation.minutes);
    const waiting = 1_000 * runningUsd(spec, spec.idleMinutes);

    expect(figuresOf('sandboxes, while they are used')).toEqual([usd(used)]);
    expect(figuresOf('everything else')).toEqual([usd(list)]);
    expect(figuresOf('**total**, if each is paused when it ends')).toEqual([`**${usd(used + list)}**`]);
    expect(figuresOf('**total**, if the service pauses each after its idle limit')).toEqual([
      `**${usd(used + list + waiting)}**`,
    ]);
    expect(page).toContain(`A sandbox costs ${usd(runningUsd(spec, 60), 4)} an hour`);
    expect(page).toContain(`about ${conversationsFreeAtEdge().toLocaleString('en-US')} of these conversations`);
    expect(page).toContain(`two functions: about ${conversationsFreeAtEdge(2).toLocaleString('en-US')}.`);
  });

  it('a conversation costs what the page states for each size, processor and capacity', () => {
    const sizes: readonly (readonly [string, number, number])[] = [
      ['1 vCPU, 4 GB', 1024, 4096],
      ['1 vCPU, 2 GB', 1024, 2048],
      ['0.5 vCPU, 2 GB', 512, 2048],
    ];
    const usdOf = (choice: Partial<typeof spec>) => conversationUsd({ ...spec, ...choice }, stages.dev);

    for (const [name, cpu, memoryMegabytes] of sizes)
      for (const architecture of ['X86_64', 'ARM64'] as const) {
        const prices = (['on_demand', 'spot'] as const).map((capacity) =>
          usd(usdOf({ cpu, memoryMegabytes, architecture, capacity }), 4),
        );
        expect(figuresOf(`${name}, ${architecture}`), name).toEqual(prices);
      }
    expect(spec).toMatchObject({ cpu: 1024, memoryMegabytes: 4096, architecture: 'ARM64', capacity: 'on_demand' });
    const small = { cpu: 512, memoryMegabytes: 2048 };
    expect(spec.sizes?.min).toMatchObject(small);
    expect(usdOf({ ...small, capacity: 'spot' })).toBeLessThanOrEqual(0.015);
    expect(usdOf(small)).toBeLessThanOrEqual(0.025);
  });

  it('filling the disk of a resume at a set rate costs what the page states', () => {
    for (const gigabytes of [WRITTEN_GIGABYTES, spec.workspaceGigabytes])
      expect(figuresOf(`${gigabytes} GB in the snapshot`)).toEqual([
        usd(initializationUsd(gigabytes), 4),
        String(Math.ceil((gigabytes * 1024) / 300)),
      ]);
  });

  it('the entries at the edge cost what the page states', () => {
    const rows = page.split('\n').filter((text) => /^\|[^|]+(\| [\d,]+ ){3}\| [\d.]+ \|$/.test(text));

    expect(rows).toHaveLength(5);
    for (const row of rows) {
      const [name = '', ...cells] = row.split('|').slice(1, -1);
      const [calls = 0, reads = 0, writes = 0] = cells.map((cell) => Number(cell.replaceAll(',', '')));
      const items: readonly Units[] = [
        { sold: 'edgeStoreCall', units: calls },
        { sold: 'tableRead', units: reads },
        { sold: 'tableWrite', units: writes },
      ];
      expect(cells.at(-1)?.trim(), name).toBe(usd(billOf(items).list, 4));
    }
  });

  it('warm pools and paused workspaces cost what the page states', () => {
    for (const size of [1, 2, 5]) {
      const { hour, month } = warmPoolUsd({ ...spec, warmPool: { size } });
      const working = warmPoolUsd({ ...spec, warmPool: { size, hours: { from: 7, until: 19 } } });
      expect(figuresOf(String(size))).toEqual([usd(hour, 4), usd(month), usd(working.month)]);
    }
    expect(figuresOf('billed by AWS for what an agent has written')).toEqual([
      String(WRITTEN_GIGABYTES),
      usd(pausedMonthUsd(spec, WRITTEN_GIGABYTES)),
    ]);
    expect(figuresOf('counted by the usage ledger, and the maximum')).toEqual([
      String(spec.workspaceGigabytes),
      usd(pausedMonthUsd(spec, spec.workspaceGigabytes)),
    ]);
    for (const [row, kind] of [
      ['the list of a directory', 'list'],
      ['a file of 64 MiB', 'file'],
    ] as const) {
      expect(figuresOf(row)).toEqual([usd(savedReadUsd(kind), 7), usd(1_000 * savedReadUsd(kind))]);
    }
  });

  it('strangers can cause the costs on the page: less than USD 100 for writes and less than USD 400 in total', () => {
    const { device, poll, push, shared, ...others } = worstOfStrangers(stages.prod);
    const rows = {
      '`POST /oauth/device/authorize`': device,
      '`POST /oauth/device/token`': poll,
      '`POST /api/v1/prebuild-hooks/{prebuild_id}`': push,
      ...Object.fromEntries(shared.map((one) => [`\`GET ${one.path}\``, one])),
      'any other open endpoint': others.open,
      'an endpoint for agents, with an invented key': others.forged,
      'an endpoint that needs a key, without a valid one': others.key,
      'an unknown route, or a wrong method': others.route,
    };

    for (const [row, { callsPerSecond, items }] of Object.entries(rows)) {
      const writes = billOf(items.filter(({ sold }) => sold === 'tableWrite')).list;
      expect(figuresOf(row)).toEqual([String(callsPerSecond), usd(writes), usd(billOf(items).list)]);
    }
    const items = [device, poll, push].flatMap((one) => one.items);
    expect([device, poll, push, ...shared].map((one) => one.callsPerSecond)).toEqual(
      Object.values(openThrottles).map(({ rate }) => rate),
    );
    expect(billOf(items.filter(({ sold }) => sold === 'tableWrite')).list).toBeLessThan(100);
    expect(billOf(items).list).toBeLessThan(400);
    expect(billOf(shared.flatMap((one) => one.items)).list).toBeLessThan(220);
  });
});

describe('the cost of templates', () => {
  it('counts a run each minute for the sweep, and refuses a schedule that is not a rate', () => {
    const rule = (expression: string) => ({
      type: 'AWS::Events::Rule',
      properties: { ScheduleExpression: expression },
    });

    expect(Math.max(...stages.dev.map(scheduledRuns))).toBe(43_200);
    expect(scheduledRuns(rule('rate(2 hours)'))).toBe(360);
    expect(() => scheduledRuns(rule('cron(0 0 * * ? *)'))).toThrow('is not a rate');
  });

  it('refuses a resource of an unknown type', () => {
    const database = { type: 'AWS::RDS::DBInstance', properties: {} };

    expect(() => standingChargesOf([...stages.dev, database])).toThrow('the cost of an unused AWS::RDS::DBInstance');
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

  it("deducts free allowances once, and leaves CloudFront's to conversations", () => {
    const alarms = { sold: 'alarmMetric' as const, units: 7 };
    const edge = ['edgeRequest', 'edgeRun', 'edgeGigabyteOut'];
    const paidFor = (conversations: number) =>
      billOf(conversationItems(conversations, stages.dev).filter(({ sold }) => edge.includes(sold))).paid;

    expect(billOf([alarms, alarms])).toEqual({ list: expect.closeTo(1.4, 9), paid: expect.closeTo(0.4, 9) });
    expect(paidFor(conversationsFreeAtEdge())).toBe(0);
    expect(paidFor(conversationsFreeAtEdge() + 1)).toBeGreaterThan(0);
    expect(idleMonth(stages.prod).filter(({ sold }) => edge.includes(sold))).toEqual([]);
  });
});
