import { answerOf } from '../../../../shared/client/answer-of.ts';
import { noWaitOption, onLimitOption } from '../../arguments/options.ts';
import { verb } from '../../command.ts';
import { startProgress } from '../../output/progress.ts';
import { awaitStatus, withoutSessionKey } from './sandbox.ts';

export const startSandbox = verb({
  command: 'start',
  aliases: ['new', 'create'],
  describe: 'Start a sandbox without a conversation',
  options: {
    spec: { type: 'string', requiresArg: true, describe: 'Sandbox spec (default: the default spec)' },
    ...noWaitOption,
    ...onLimitOption,
  },
  examples: [['sandboxes start --spec large', 'Wait until it runs']],
  run: async ({ spec, 'no-wait': noWait, 'pause-oldest': pausesOldest }, { out, client: open }) => {
    const client = await open();
    const query = {
      on_limit: pausesOldest ? ('pause_oldest' as const) : ('reject' as const),
      ...(spec === undefined ? {} : { sandbox_spec_id: spec }),
    };
    const made = await answerOf(client.api.POST('/api/v1/sandboxes', { params: { query } }));
    const started = noWait
      ? made
      : await awaitStatus(client, made.id, 'RUNNING', startProgress(`Starting the sandbox ${made.id}`));
    out.show(withoutSessionKey(started), () => started.id);
  },
});
