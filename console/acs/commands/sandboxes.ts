import { answerOf } from '../../../shared/client/answer-of.ts';
import { endsOf, endWords, pauseWords } from '../../../shared/presentation/sandboxes.ts';
import { duration, isoTime } from '../../../shared/presentation/time.ts';
import { sandboxStatuses } from '../arguments/choices.ts';
import {
  limitOption,
  noWaitOption,
  onLimitOf,
  onLimitOption,
  sandboxId,
  take,
  yesOption,
} from '../arguments/options.ts';
import { noun, verb } from '../command.ts';
import { type Output, styleOf } from '../output/output.ts';
import { oneLine } from '../output/plain.ts';
import { startProgress } from '../output/progress.ts';
import { confirmUnless } from '../session/prompts.ts';
import { logs } from './sandbox-logs.ts';
import { awaitStatus, pauseSandbox, resumeSandbox, type Sandbox, sandboxById, withoutSessionKey } from './sandbox.ts';

const listSandboxes = verb({
  command: 'list',
  aliases: ['ls'],
  describe: 'List sandboxes, newest first',
  options: {
    ...limitOption,
    status: {
      choices: sandboxStatuses,
      coerce: inCapitals,
      requiresArg: true,
      describe: 'Only sandboxes with this status',
    },
  },
  examples: [['sandboxes list --status RUNNING', 'Sandboxes that use compute now']],
  run: async ({ limit, status }, { out, client }) => {
    const all = (await client()).sandboxes({ limit: 100 });
    const found = await take(withStatus(all, status), limit);
    out.list(found.map(withoutSessionKey), 'No sandboxes found.', () =>
      out.table(found, [
        { title: 'ID', of: ({ id }) => id },
        { title: 'status', of: (row) => row.status, paint: (text) => out.paint(styleOf(text), text) },
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

/** `--status running` works too. */
function inCapitals(status: string): Sandbox['status'] {
  return status.toUpperCase() as Sandbox['status'];
}

async function* withStatus(
  all: AsyncGenerator<Sandbox, void>,
  status: Sandbox['status'] | undefined,
): AsyncGenerator<Sandbox, void> {
  for await (const sandbox of all) if (status === undefined || sandbox.status === status) yield sandbox;
}

/** The next deadline of a sandbox, if it is not used. */
function nextOf(sandbox: Sandbox, out: Output): string | null {
  const [next] = endsOf(sandbox);
  return next === undefined ? null : `${out.time(next.at)}: ${endWords[next.name].toLowerCase()}`;
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
    ['Status', found.status, (text) => out.paint(styleOf(text), text)],
    ['Reason', found.status_detail],
    ['Pause reason', found.pause_reason && pauseWords[found.pause_reason]],
    ['Spec', found.sandbox_spec_id],
    ['Workspace', workspaceOf(found, out)],
    ['Created', out.bothTimes(found.created_at)],
    ...endsOf(found).map(({ name, at }) => [endWords[name], out.bothTimes(at)] as const),
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
      const line = `${isoTime(new Date(time))}  ${isLast ? '●' : '│'} ${state.padEnd(12)} ${lasted}${why}`;
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
    ...noWaitOption,
    ...onLimitOption,
  },
  examples: [['sandboxes start --spec large', 'Wait until it runs']],
  run: async (args, { out, client: open }) => {
    const client = await open();
    const query = { on_limit: onLimitOf(args), sandbox_spec_id: args.spec };
    const made = await answerOf(client.api.POST('/api/v1/sandboxes', { params: { query } }));
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
  pauseSandbox,
  resumeSandbox,
  deleteSandbox,
]);
