import { pricesOf, tableAt } from '../../../shared/domain/billing/usage/prices.ts';
import { hoursADay } from '../../settings/warm-pool.ts';
import type { SandboxSpec } from '../../specs/schema.ts';
import { conversation, idle, MINUTES_OF_MONTH, stranger, WRITTEN_GIGABYTES } from './assumptions.ts';
import { type Bill, billOf, type Item, together } from './bill.ts';
import { conversationsFreeAtEdge, sandboxUsd, serviceItems } from './conversations.ts';
import type { Deployed } from './deployed.ts';
import { idleMonth } from './idle-month.ts';
import { pausedMonthUsd, runningUsd } from './sandbox-costs.ts';
import { worstOfStrangers } from './strangers.ts';
import { READ_ON, unitPrices } from './unit-prices.ts';
import { warmPoolUsd } from './warm-pools.ts';

/** What the page is made from. */
export interface CostSources {
  readonly dev: readonly Deployed[];
  readonly prod: readonly Deployed[];
  readonly spec: SandboxSpec;
}

const CONVERSATIONS = 1_000;

/** The page docs/cost.md. */
export function costPage({ dev, prod, spec }: CostSources): string {
  const [ofDev, ofProd] = [idleMonth(dev), idleMonth(prod)];
  const parts = [
    '# What it costs',
    '<!-- Made by npm run cost from the templates, the price list and infra/docs/cost. -->',
    `US dollars in us-east-1, without taxes, by list prices that were read on ${READ_ON} (what a stage is made of) and ${readOn()} (sandboxes). Compare them with
the [AWS price list](https://aws.amazon.com/pricing/) before money depends on it; other Regions cost more or less. Counts are those of the synthesised templates with the
default settings; what no template says is in [Assumptions](#assumptions). In the bill, everything has the tag \`service\`, which Cost Explorer groups by.`,
    '## An idle month',
    `A stage that is deployed and gets no calls. "Free" is what each account gets every month, for as long as it exists; several stages of an account share it.`,
    billTable(billOf(ofDev)),
    sentenceOf([
      ['dev', billOf(ofDev)],
      ['prod', billOf(ofProd)],
      ['dev and prod in one account', billOf(together(ofDev, ofProd))],
      ['the same with one vault key for both (`vaultKeyArn`)', billOf(withOneKey(together(ofDev, ofProd)))],
    ]),
    notes(billOf(ofDev)),
    '## A thousand conversations',
    `Each for ${conversation.minutes} minutes in a sandbox of its own, of the spec \`${spec.id}\`: ${spec.cpu / 1024} vCPU (${spec.architecture}), ${spec.memoryMegabytes / 1024} GB, a public address and a disk of
${spec.workspaceGigabytes} GB. This comes on top of an idle month, at list prices: what is free is not taken off a second time.`,
    conversationsTable(spec, billOf(serviceItems(CONVERSATIONS, dev))),
    `A sandbox costs ${usd(runningUsd(spec, 60), 4)} an hour. Most of the bill is the time for which sandboxes run: pause them when they are no longer needed, or let \`idleMinutes\` of
the spec do it sooner.`,
    edge(),
    '## A warm pool',
    warmPool(spec),
    '## A paused workspace',
    pausedTable(spec),
    'AWS charges a snapshot for the blocks that were written; no API reads these cheaply, so that the ledger of usage counts the whole disk. The snapshot before the last is kept too, for an\noperator: of it AWS charges the blocks that have changed since.',
    '## The worst month of strangers',
    strangers(dev),
    '## Assumptions',
    assumptions(),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The bill with one key in place of several. */
function withOneKey(items: readonly Item[]): readonly Item[] {
  return items.map((item) => (item.sold === 'key' ? { ...item, units: 1 } : item));
}

function billTable({ lines, list, paid }: Bill): string {
  const rows = lines.map((line) => {
    const { unit, usd: each, free } = unitPrices[line.sold];
    return [
      line.what,
      `${quantity(line.units)} ${unit}`,
      price(each),
      free ? quantity(free) : '',
      usd(line.list),
      usd(line.paid),
    ];
  });
  return table(
    ['item', 'quantity', 'list price of one', 'free', 'at list price', 'beyond what is free'],
    [...rows, ['**together**', '', '', '', `**${usd(list)}**`, `**${usd(paid)}**`]],
  );
}

function sentenceOf(bills: readonly (readonly [string, Bill])[]): string {
  return table(
    ['an idle month of', 'at list price', 'beyond what is free'],
    bills.map(([name, { list, paid }]) => [name, usd(list), usd(paid)]),
  );
}

function notes({ lines }: Bill): string {
  const paidFor = (sold: string) => lines.filter((line) => line.sold === sold).reduce((sum, { paid }) => sum + paid, 0);
  return [
    `- **The key** is rotated every year. AWS charges each kept version of it a further ${usd(unitPrices.key.usd)} a month: its price page says how many of them. A key that stages share is paid for once.`,
    `- **Alarms and metrics** cost nothing up to the ten of each that are free: the basic alarms stay within them.`,
    `- **The sweep** looks every minute, whether or not anything is awake. That costs ${usd(paidFor('tableRead'))} for its reads; its runs, their time, logs and traces are free. Looking less often while nothing is
  awake would save less than that, and would find a lost start later: it is left as it is.`,
    '- **Traces**: work that the service does by itself is not traced, and of calls of the API the share that `tracedPercent` sets.',
    '- **Nothing is charged by the hour**: there is no NAT gateway, load balancer, provisioned capacity or idle task. The command fails when a template has a resource of a kind that it does not know.',
    '- **The console** is some megabytes in S3, less than a cent a month, and requests to CloudFront, which count with those of sandboxes below.',
    '- Not in the templates: the bucket of the CDK with the functions (a few MB), images that you keep in ECR, and the secret with the key of your language model (USD 0.40).',
  ].join('\n');
}

function conversationsTable(spec: SandboxSpec, { lines, list }: Bill): string {
  const { used, waiting } = sandboxUsd(CONVERSATIONS, spec);
  const rows = lines.map((line) => {
    const { unit, usd: each } = unitPrices[line.sold];
    return [line.what, `${quantity(line.units)} ${unit}`, price(each), usd(line.list)];
  });
  const hours = (minutes: number) => `${quantity((CONVERSATIONS * minutes) / 60)} hours`;
  const anHour = price(runningUsd(spec, 60));
  return table(
    ['item', 'quantity', 'list price of one', 'cost'],
    [
      ['sandboxes, while they are used', hours(conversation.minutes), anHour, usd(used)],
      ...rows,
      ['**together**, if each is paused when it ends', '', '', `**${usd(used + list)}**`],
      [
        `sandboxes, until the service pauses them (${spec.idleMinutes} minutes)`,
        hours(spec.idleMinutes),
        anHour,
        usd(waiting),
      ],
      ['**together**, if clients pause none', '', '', `**${usd(used + waiting + list)}**`],
    ],
  );
}

/** The hours of a working day, as an example. */
const WORKING_HOURS = { from: 7, until: 19 };

function warmPool(spec: SandboxSpec): string {
  const rows = [1, 2, 5].map((size) => {
    const { hour, month } = warmPoolUsd({ ...spec, warmPool: { size } });
    const byDay = warmPoolUsd({ ...spec, warmPool: { size, hours: WORKING_HOURS } });
    return [String(size), usd(hour, 4), usd(month), usd(byDay.month)];
  });
  const hours = hoursADay({ size: 1, hours: WORKING_HOURS });
  return `No spec has one by itself, and without one nothing waits ([sandbox-specs.md](sandbox-specs.md#the-warm-pool)). A task that waits costs what a sandbox of \`${spec.id}\` costs,
with its address and its empty disk, until a sandbox claims it: from then on its owner pays. The ledger of usage has the time before under \`.warm-pool\`.

${table(['tasks that wait', 'an hour', 'a month', `a month of ${hours} hours a day`], rows)}`;
}

function edge(): string {
  const { edgeRequest, edgeRun, edgeKeyRead, edgeGigabyteOut } = unitPrices;
  return `**CloudFront**, the way to sandboxes, gives each account ${quantity(edgeGigabyteOut.free / 1_024)} TB to the internet, ${quantity(edgeRequest.free)} requests and ${quantity(edgeRun.free)} runs of functions every month, for as long as it exists:
about ${quantity(conversationsFreeAtEdge())} of these conversations cost nothing there but ${usd(edgeKeyRead.usd * 1_000_000)} for a million reads of keys. Beyond that a GB costs ${price(edgeGigabyteOut.usd)} (up to 10 TB, to clients in North America and Europe; others
cost more), 10,000 requests ${usd(edgeRequest.usd * 10_000)}, and a million runs of the function ${usd(edgeRun.usd * 1_000_000)}. A web ACL (\`sandboxWebAclArn\`) and logs (\`sandboxLogs\`) come on top. With \`ingress\` set to \`direct\` there is none of this,
and data to clients is data to the internet.`;
}

function strangers(resources: readonly Deployed[]): string {
  const rows = worstOfStrangers(resources).map(({ what, callsPerSecond, items }) => {
    const { lines, list } = billOf(items);
    const writes = lines.filter(({ sold }) => sold === 'tableWrite').reduce((sum, line) => sum + line.list, 0);
    return [what, `${callsPerSecond}`, usd(writes), usd(list)];
  });
  return `What callers without a key can cost, if they call without a pause for a whole month, from addresses without end. API Gateway refuses what is beyond the
throttle of a method before a function runs. The limits of [logins](keys.md#requests-without-a-key) hold besides.

${table(['endpoint', 'requests a second, at most', 'table writes, a month', 'together, a month, at list price'], rows)}

The last line is the throttle of the stage (\`requestsPerSecond\`), which counts for each method by itself: it is the one to lower, or \`webAclArn\` the one to set, where strangers
worry you. The budget of the deployment tells of it long before.`;
}

function pausedTable(spec: SandboxSpec): string {
  const whole = spec.workspaceGigabytes;
  return table(
    ['workspace', 'GB', 'a month'],
    [
      [
        'as AWS charges it, with what an agent has written',
        String(WRITTEN_GIGABYTES),
        usd(pausedMonthUsd(spec, WRITTEN_GIGABYTES)),
      ],
      ['as the ledger of usage counts it, and at most', String(whole), usd(pausedMonthUsd(spec, whole))],
    ],
  );
}

function assumptions(): string {
  const { minutes, calls, callMilliseconds, events, workerRuns, workerMilliseconds, writes, reads } = conversation;
  return [
    'All of them are in `infra/docs/cost/assumptions.ts`; they are estimates, to be replaced by figures of your own bill.',
    '',
    `- a month has 30 days (${quantity(MINUTES_OF_MONTH)} minutes), and sandboxes run on demand, not on Spot;`,
    `- a scheduled run with nothing to do takes ${idle.runSeconds} s, and writes ${idle.logBytesOfRun} bytes of log; a sweep asks tables ${idle.tableRequestsOfSweep} times (a test counts this); tables hold ${idle.tableGigabytes} GB;`,
    `- a conversation of ${minutes} minutes has ${calls} calls (${callMilliseconds} ms of functions each), ${workerRuns} runs of workers (${workerMilliseconds} ms each), ${events} events of ${conversation.writesOfEvent} write units, ${writes} other writes and
  ${reads} reads, ${conversation.keyRequests} requests to KMS, ${conversation.logGigabytes * 1000} MB of logs, ${conversation.gigabytesOut * 1000} MB to the internet,
  and ${conversation.edgeRequests} requests to its sandbox, which answers with ${conversation.edgeGigabytesOut * 1000} MB;`,
    `- a call of a stranger takes ${stranger.callMilliseconds} ms of a function and ${quantity(stranger.logBytes)} bytes of logs;`,
    '- functions of calls, of conversations and of schedules have the memory of the largest one of each. What the language model costs is no part of this.',
  ].join('\n');
}

function readOn(): string {
  return tableAt(pricesOf('us-east-1').tables, new Date().toISOString()).readOn;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function usd(amount: number, digits = 2): string {
  return amount.toFixed(digits);
}

/** A price with as many digits as it needs: at most ten, none for nothing. */
function price(amount: number): string {
  return amount >= 0.01 ? String(Number(amount.toFixed(4))) : amount.toFixed(10).replace(/0+$/, '');
}

function quantity(units: number): string {
  return new Intl.NumberFormat('en-US', { maximumFractionDigits: units < 10 ? 3 : 0 }).format(units);
}
