import { answerOf } from '../../../shared/client/answer-of.ts';
import type { components } from '../../../shared/client/api-types.ts';
import { sandboxWords } from '../../../shared/presentation/sandboxes.ts';
import { noWaitOption, onLimitOf, onLimitOption, sandboxId } from '../arguments/options.ts';
import { resourcesOf, sizeOption } from '../arguments/size.ts';
import { verb } from '../command.ts';
import { Failure, wrongUsage } from '../output/failure.ts';
import { wordIn } from '../output/output.ts';
import { startProgress } from '../output/progress.ts';
import { awaitStatus, capacityOption, wakeOf, wakeOption, withoutSessionKey } from './sandbox.ts';

type Fork = components['schemas']['SandboxFork'];

const forkSandbox = verb({
  command: 'fork <id>',
  describe: 'Start copies of a sandbox, with its files as they are now',
  positionals: sandboxId,
  options: {
    count: { type: 'number', requiresArg: true, describe: 'The number of copies, 1 to 100 (default: 1)' },
    ...wakeOption,
    ...sizeOption,
    ...capacityOption,
    ...noWaitOption,
    ...onLimitOption,
  },
  examples: [['sandboxes fork 0193c0ffee --count 10', 'Start ten from one prepared state']],
  run: async (args, { out, client: open }) => {
    const { id, count = 1, wake, capacity } = args;
    if (!Number.isInteger(count) || count < 1 || count > 100) throw wrongUsage('--count must be 1 to 100.');
    const client = await open();
    const params = { path: { sandbox_id: id }, query: { on_limit: onLimitOf(args) } };
    const body = { count, wake: wakeOf(wake), resources: resourcesOf(args), capacity };
    const { items } = await answerOf(client.api.POST('/api/v1/sandboxes/{sandbox_id}/fork', { params, body }));
    const forks = items.map(({ sandbox, error }) => ({ sandbox: sandbox && withoutSessionKey(sandbox), error }));
    const ids = items.flatMap(({ sandbox }) => (sandbox === null ? [] : [sandbox.id]));
    if (!args['no-wait'])
      for (const fork of ids) await awaitStatus(client, fork, 'RUNNING', startProgress(`Starting the sandbox ${fork}`));
    out.list(forks, 'No copies were started.', () =>
      out.table(items, [
        { title: 'ID', of: ({ sandbox }) => sandbox?.id ?? null, keepsEnd: true },
        { title: 'status', of: (fork) => (args['no-wait'] ? stateOf(fork) : fork.sandbox ? 'running' : 'refused') },
        { title: 'reason', of: ({ error }) => error?.detail ?? null, shrinks: true },
      ]),
    );
    if (ids.length < count) throw new Failure(`${count - ids.length} of ${count} copies were not started.`);
  },
});

function stateOf({ sandbox }: Fork): string {
  return sandbox === null ? 'refused' : wordIn(sandboxWords, sandbox.status);
}

const restoreSandbox = verb({
  command: 'restore <id> <snapshot>',
  describe: 'Go back to a snapshot; the files as they are now are kept as a snapshot',
  positionals: {
    ...sandboxId,
    snapshot: { type: 'string', demandOption: true, describe: 'ID of a snapshot, of any sandbox of the same spec' },
  },
  options: {},
  examples: [['sandboxes restore 0193c0ffee 0193e0b4d1f87a3c9b2e6f5a4d3c2b1a', 'The next resume begins from it']],
  run: async ({ id, snapshot }, { out, client }) => {
    const path = '/api/v1/sandboxes/{sandbox_id}/restore';
    const params = { path: { sandbox_id: id } };
    const restored = await answerOf((await client()).api.POST(path, { params, body: { snapshot_id: snapshot } }));
    const { sandbox, kept_snapshot_id: kept } = restored;
    out.show({ ...restored, sandbox: withoutSessionKey(sandbox) }, () => {
      const before = kept === null ? '' : ` Its files before are in the snapshot ${kept}.`;
      return `The sandbox ${id} begins from the snapshot ${snapshot} at its next resume.${before}`;
    });
  },
});

export const forkCommands = [forkSandbox, restoreSandbox];
