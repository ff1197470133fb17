import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { ServiceClient } from '../../../../shared/client/service-client.ts';
import { noWaitOption, onLimitOption, sandboxId } from '../../arguments/options.ts';
import { verb } from '../../command.ts';
import type { Output } from '../../output/output.ts';
import { startProgress } from '../../output/progress.ts';
import { awaitStatus, sandboxById, withoutSessionKey } from './sandbox.ts';

export const pauseSandbox = verb({
  command: 'pause <id>',
  aliases: ['stop'],
  describe: 'Pause a sandbox; its files are kept',
  positionals: sandboxId,
  options: noWaitOption,
  examples: [['sandboxes pause 0193c0ffee', 'Wait until its files are saved']],
  run: async ({ id, 'no-wait': noWait }, { out, client }) => pause(await client(), id, { out, isAwaited: !noWait }),
});

export const resumeSandbox = verb({
  command: 'resume <id>',
  describe: 'Resume a paused sandbox',
  positionals: sandboxId,
  options: { ...noWaitOption, ...onLimitOption },
  examples: [['sandboxes resume 0193c0ffee', 'Wait until its agent answers']],
  run: async ({ id, 'no-wait': noWait, 'pause-oldest': pausesOldest }, { out, client }) =>
    resume(await client(), id, { out, isAwaited: !noWait, pausesOldest }),
});

interface Manner {
  readonly out: Output;
  readonly isAwaited: boolean;
}

export async function pause(client: ServiceClient, id: string, { out, isAwaited }: Manner): Promise<void> {
  const params = { path: { sandbox_id: id } };
  await answerOf(client.api.POST('/api/v1/sandboxes/{sandbox_id}/pause', { params }));
  await show(client, id, 'PAUSED', { out, isAwaited });
}

export async function resume(
  client: ServiceClient,
  id: string,
  { out, isAwaited, pausesOldest }: Manner & { readonly pausesOldest: boolean | undefined },
): Promise<void> {
  const query = { on_limit: pausesOldest ? ('pause_oldest' as const) : ('reject' as const) };
  const params = { path: { sandbox_id: id }, query };
  await answerOf(client.api.POST('/api/v1/sandboxes/{sandbox_id}/resume', { params }));
  await show(client, id, 'RUNNING', { out, isAwaited });
}

async function show(
  client: ServiceClient,
  id: string,
  wanted: 'PAUSED' | 'RUNNING',
  { out, isAwaited }: Manner,
): Promise<void> {
  const asked = wanted === 'PAUSED' ? 'Pausing' : 'Resuming';
  const sandbox = isAwaited
    ? await awaitStatus(client, id, wanted, startProgress(`${asked} the sandbox ${id}`))
    : await sandboxById(client, id);
  out.show(withoutSessionKey(sandbox), () => (isAwaited ? '' : `${asked} the sandbox ${id}.`));
}
