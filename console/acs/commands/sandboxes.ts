import { answerOf } from '../../../shared/client/answer-of.ts';
import {
  endsOf,
  endWords,
  pauseWords,
  sandboxStateWords,
  sandboxWords,
} from '../../../shared/presentation/sandboxes.ts';
import { untilDeadline } from '../../../shared/presentation/time.ts';
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
import { resourcesOf, sayIfRounded, sizeOption, snapshotOption } from '../arguments/size.ts';
import { noun, verb } from '../command.ts';
import { codeIn, type Output, styleOf, wordIn } from '../output/output.ts';
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
  withoutSessionKey,
} from './sandbox.ts';
import { listCommands } from './sandbox-commands.ts';
import { getSandbox } from './sandbox-details.ts';
import { forkCommands } from './sandbox-forks.ts';
import { logs } from './sandbox-logs.ts';
import { portCommands } from './sandbox-ports.ts';
import { sizeCommands } from './sandbox-sizes.ts';
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

const startSandbox = verb({
  command: 'start',
  aliases: ['new', 'create'],
  describe: 'Start a sandbox without a conversation',
  options: {
    spec: { type: 'string', requiresArg: true, describe: 'Sandbox spec (default: the default spec)' },
    ...snapshotOption,
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
    sayIfRounded(made.resources, out);
    const started = args['no-wait']
      ? made
      : await awaitStatus(client, made.id, 'RUNNING', startProgress(`Starting the sandbox ${made.id}`));
    out.show(withoutSessionKey(started), () => started.id);
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
  ...sizeCommands,
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
