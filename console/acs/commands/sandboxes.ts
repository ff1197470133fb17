import { answerOf } from '../../../shared/client/answer-of.ts';
import { dollars } from '../../../shared/presentation/money.ts';
import {
  capacityWords,
  endsOf,
  endWords,
  pauseWords,
  resourceWords,
  sandboxStateWords,
  sandboxWords,
  sizeRangeWords,
  sizeWords,
} from '../../../shared/presentation/sandboxes.ts';
import { duration, isoTime, untilDeadline } from '../../../shared/presentation/time.ts';
import { sandboxStates, sandboxStatuses } from '../arguments/choices.ts';
import {
  isoOf,
  limitOption,
  noWaitOption,
  onLimitOf,
  onLimitOption,
  pageSize,
  sandboxId,
  sinceOptions,
  take,
  yesOption,
} from '../arguments/options.ts';
import { resourcesOf, sizeOption } from '../arguments/size.ts';
import { noun, verb } from '../command.ts';
import { Failure } from '../output/failure.ts';
import { codeIn, type Output, styleOf, wordIn } from '../output/output.ts';
import { oneLine } from '../output/plain.ts';
import { startProgress } from '../output/progress.ts';
import { serviceClock } from '../service-clock.ts';
import { confirmUnless } from '../session/prompts.ts';
import { exec } from './exec.ts';
import { fileCommands } from './files/sandbox-files.ts';
import {
  awaitStatus,
  capacityOption,
  pauseSandbox,
  resumeSandbox,
  type Sandbox,
  sandboxById,
  updateSandbox,
  wakeOf,
  wakeOption,
  wakeWords,
  withoutSessionKey,
} from './sandbox.ts';
import { listCommands } from './sandbox-commands.ts';
import { forkCommands } from './sandbox-forks.ts';
import { logs } from './sandbox-logs.ts';
import { portCommands } from './sandbox-ports.ts';
import { shell } from './shell.ts';

const listSandboxes = verb({
  command: 'list',
  aliases: ['ls'],
  describe: 'List sandboxes, newest first',
  options: {
    ...limitOption,
    status: {
      choices: sandboxStatuses,
      coerce: (status: string) => codeIn(sandboxWords, status) as Sandbox['status'],
      requiresArg: true,
      describe: 'Only sandboxes with this status',
    },
    state: {
      choices: sandboxStates,
      coerce: (state: string) => codeIn(sandboxStateWords, state) as (typeof sandboxStates)[number],
      requiresArg: true,
      describe: 'Only sandboxes in this state, such as BOOTING',
    },
    spec: { type: 'string', requiresArg: true, describe: 'Only sandboxes of this spec' },
    ...sinceOptions,
  },
  examples: [
    ['sandboxes list --status RUNNING', 'Sandboxes that use compute now'],
    ['sandboxes list --spec large --since 7d', 'Of one spec, from the last week'],
  ],
  run: async ({ limit, status, state, spec, since, until }, { out, client }) => {
    const now = serviceClock.now();
    const filters = {
      status__eq: status,
      state__eq: state,
      sandbox_spec_id__eq: spec,
      created_at__gte: isoOf('since', since, now),
      created_at__lt: isoOf('until', until, now),
    };
    const found = await take((await client()).sandboxes({ ...filters, limit: pageSize(limit) }), limit);
    const isFiltered = Object.values(filters).some((value) => value !== undefined);
    out.list(
      found.map(withoutSessionKey),
      isFiltered ? 'No sandboxes match these filters.' : 'No sandboxes found.',
      () =>
        out.table(found, [
          { title: 'ID', of: ({ id }) => id, keepsEnd: true },
          {
            title: 'status',
            of: ({ status }) => wordIn(sandboxWords, status),
            paint: (text, { status }) => out.paint(styleOf(status), text),
          },
          { title: 'spec', of: (row) => row.sandbox_spec_id, shrinks: true, isSpare: true },
          { title: 'created', of: (row) => out.time(row.created_at), isSpare: true },
          { title: 'next', of: (row) => nextOf(row, out), shrinks: true },
          {
            title: 'reason',
            of: (row) => (row.pause_reason ? pauseWords[row.pause_reason] : row.status_detail),
            shrinks: true,
          },
        ]),
    );
  },
});

/** The next deadline of a sandbox, if it is not used. */
function nextOf(sandbox: Sandbox, out: Output): string | null {
  const [next] = endsOf(sandbox);
  return next === undefined ? null : `${out.time(next.at, untilDeadline)}: ${endWords[next.name].toLowerCase()}`;
}

const getSandbox = verb({
  command: 'get <id>',
  aliases: ['show', 'view'],
  describe: 'Show a sandbox: deadlines, problems and past states',
  positionals: sandboxId,
  options: {
    'session-key': { type: 'boolean', describe: 'With --json: include the session key of the sandbox' },
  },
  examples: [['sandboxes get 0193c0ffee --utc', 'With exact times']],
  run: async ({ id, 'session-key': withKey }, { out, client }) => {
    const found = await sandboxById(await client(), id);
    out.show(withKey ? found : withoutSessionKey(found), () => `${facts(found, out)}\n\n${timeLine(found, out)}`);
  },
});

function facts(found: Sandbox, out: Output): string {
  return out.details([
    ['ID', found.id],
    ['Status', wordIn(sandboxWords, found.status), (text) => out.paint(styleOf(found.status), text)],
    ['Reason', found.status_detail],
    ['Pause reason', found.pause_reason && pauseWords[found.pause_reason]],
    ['Spec', found.sandbox_spec_id],
    ['Size', resourceWords(found.resources)],
    ['Next size', found.next_resources && resourceWords(found.next_resources)],
    ['Capacity', capacityWords[found.capacity]],
    ['Workspace', workspaceOf(found, out)],
    ['Wakes', wakeWords(found)],
    ['Created', out.bothTimes(found.created_at)],
    ...endsOf(found).map(({ name, at }) => [endWords[name], out.bothTimes(at, untilDeadline)] as const),
    ...(found.exposed_urls ?? []).map(({ name, url }) => [name, addressOnly(url)] as const),
  ]);
}

function workspaceOf({ workspace }: Sandbox, out: Output): string | null {
  if (!workspace) return null;
  const saved = out.bothTimes(workspace.saved_at);
  return `${workspace.size_gib} GiB${saved === null ? '' : `, saved ${saved}`}`;
}

/** A URL without its query, which can contain a credential. */
function addressOnly(url: string): string {
  const query = url.indexOf('?');
  return query < 0 ? url : `${url.slice(0, query)}?…`;
}

/** One line for each state, with its time and its duration. */
function timeLine({ transitions }: Sandbox, out: Output): string {
  return transitions
    .map(({ state, reason, time }, index) => {
      const next = transitions[index + 1];
      const isLast = next === undefined;
      const lasted = isLast ? 'now' : duration(Date.parse(next.time) - Date.parse(time));
      const why = reason === null ? '' : `  ${oneLine(reason)}`;
      const line = `${isoTime(new Date(time))}  ${isLast ? '●' : '│'} ${wordIn(sandboxStateWords, state).padEnd(16)} ${lasted}${why}`;
      return isLast ? out.paint('bold', line) : line;
    })
    .join('\n');
}

const startSandbox = verb({
  command: 'start',
  aliases: ['new', 'create'],
  describe: 'Start a sandbox without a conversation',
  options: {
    spec: { type: 'string', requiresArg: true, describe: 'Sandbox spec (default: the default spec)' },
    snapshot: { type: 'string', requiresArg: true, describe: 'Begin with the files of this snapshot' },
    ...sizeOption,
    ...capacityOption,
    ...wakeOption,
    ...noWaitOption,
    ...onLimitOption,
  },
  examples: [
    ['sandboxes start --spec large', 'Wait until it runs'],
    ['sandboxes start --snapshot 0193e0b4d1f87a3c9b2e6f5a4d3c2b1a', 'With the files of a snapshot'],
    ['sandboxes start --cpu 2 --memory 8', 'With another size than that of the spec'],
  ],
  run: async (args, { out, client: open }) => {
    const client = await open();
    const query = { on_limit: onLimitOf(args), sandbox_spec_id: args.spec };
    const begin = { snapshot_id: args.snapshot, resources: resourcesOf(args) };
    const body = { wake: wakeOf(args.wake), capacity: args.capacity, ...begin };
    const made = await answerOf(client.api.POST('/api/v1/sandboxes', { params: { query }, body }));
    const started = args['no-wait']
      ? made
      : await awaitStatus(client, made.id, 'RUNNING', startProgress(`Starting the sandbox ${made.id}`));
    out.show(withoutSessionKey(started), () => started.id);
  },
});

const listSpecs = verb({
  command: 'specs',
  describe: 'List sandbox specs with size and cost, the default first',
  options: {},
  examples: [['sandboxes specs', 'What `sandboxes start --spec` accepts']],
  run: async (_args, { out, client }) => {
    const { items } = await answerOf((await client()).api.GET('/api/v1/sandbox-specs/search'));
    out.list(items, 'No sandbox specs found.', () =>
      out.table(items, [
        { title: 'spec', of: ({ id }) => id },
        { title: 'size', of: sizeWords },
        { title: 'sizes', of: sizeRangeWords, isSpare: true },
        { title: 'cost per hour', of: ({ cost_per_hour_usd: cost }) => dollars(Number(cost), 3) },
        { title: 'on Spot', of: ({ spot_cost_per_hour_usd: cost }) => dollars(Number(cost), 3) },
        { title: 'unavailable', of: ({ unavailable_reason: reason }) => reason, shrinks: true },
      ]),
    );
  },
});

const listSizes = verb({
  command: 'sizes [spec]',
  describe: 'List the sizes of a sandbox spec with their cost (default: the default spec)',
  positionals: { spec: { type: 'string', describe: 'Sandbox spec' } },
  options: {},
  examples: [['sandboxes sizes', 'What `sandboxes start --cpu --memory` can choose']],
  run: async ({ spec: id }, { out, client }) => {
    const { items } = await answerOf((await client()).api.GET('/api/v1/sandbox-specs/search'));
    const spec = items.find((item) => id === undefined || item.id === id);
    if (!spec) throw new Failure(`There is no sandbox spec '${id}'.`, 'See: acs sandboxes specs');
    out.list(spec.sizes, 'No sizes found.', () =>
      out.table(spec.sizes, [
        { title: 'vCPUs', of: ({ vcpu }) => String(vcpu), align: 'right' },
        { title: 'memory', of: ({ memory_gb: memory }) => `${memory} GB`, align: 'right' },
        { title: 'cost per hour', of: ({ cost_per_hour_usd: cost }) => dollars(Number(cost), 3), align: 'right' },
        { title: 'on Spot', of: ({ spot_cost_per_hour_usd: cost }) => dollars(Number(cost), 3), align: 'right' },
      ]),
    );
  },
});

const deleteSandbox = verb({
  command: 'delete <id>',
  aliases: ['rm'],
  describe: 'Delete a sandbox and its files',
  positionals: sandboxId,
  options: yesOption,
  examples: [['sandboxes delete 0193c0ffee --yes', 'Without confirmation']],
  run: async ({ id, yes }, { out, client }) => {
    const service = await client();
    await sandboxById(service, id);
    await confirmUnless(yes, `This deletes the sandbox ${id} and its files.`);
    const path = { sandbox_id: id };
    await answerOf(service.api.DELETE('/api/v1/sandboxes/{sandbox_id}', { params: { path } }));
    out.show({ id, deleted: true }, () => `Deleted the sandbox ${id}.`);
  },
});

export const sandboxes = noun('sandboxes', ['sandbox', 'sb'], 'List and manage sandboxes', [
  listSandboxes,
  getSandbox,
  logs,
  startSandbox,
  listSpecs,
  listSizes,
  exec,
  shell,
  listCommands,
  pauseSandbox,
  resumeSandbox,
  updateSandbox,
  ...forkCommands,
  deleteSandbox,
  ...fileCommands,
  ...portCommands,
]);
