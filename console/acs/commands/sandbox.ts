import { answerOf } from '../../../shared/client/answer-of.ts';
import type { components } from '../../../shared/client/api-types.ts';
import { wait } from '../../../shared/client/retries.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import { sandboxStateWords, sandboxWords } from '../../../shared/presentation/sandboxes.ts';
import { wakeChoices } from '../arguments/choices.ts';
import { noWaitOption, type OnLimit, onLimitOf, onLimitOption, sandboxId } from '../arguments/options.ts';
import { resourcesOf, sayIfRounded, sizeOption } from '../arguments/size.ts';
import { verb } from '../command.ts';
import { Failure, wrongUsage } from '../output/failure.ts';
import { type Output, wordIn } from '../output/output.ts';
import { type Progress, startProgress } from '../output/progress.ts';

export type Sandbox = components['schemas']['SandboxInfo'];
type Status = Sandbox['status'];
type WakePolicies = components['schemas']['WakePolicies'];

/** How long one request waits, in seconds. */
const ONE_WAIT = 8;
/** The pause between two requests, in milliseconds. */
const PAUSE = 500;

export function sandboxById(client: ServiceClient, id: string): Promise<Sandbox> {
  const path = { sandbox_id: id };
  return answerOf(client.api.GET('/api/v1/sandboxes/{sandbox_id}', { params: { path } }));
}

/** An object without its session key, which must not stay in the scrollback of a terminal. */
export function withoutSessionKey<T extends { readonly session_api_key: unknown }>(found: T) {
  const { session_api_key: _, ...shown } = found;
  return shown;
}

/** Waits for a status and shows each state until then. @throws Failure when the sandbox fails or is missing */
export async function awaitStatus(
  client: ServiceClient,
  id: string,
  wanted: Status,
  progress: Progress,
): Promise<Sandbox> {
  const query = { wait: wanted, timeout: ONE_WAIT };
  const params = { path: { sandbox_id: id }, query };
  for (let shown = ''; ; ) {
    const sandbox = await answerOf(client.api.GET('/api/v1/sandboxes/{sandbox_id}', { params }));
    const last = sandbox.transitions.at(-1);
    const state = last ? wordIn(sandboxStateWords, last.state) : wordIn(sandboxWords, sandbox.status);
    if (hasReached(sandbox, wanted)) {
      progress.done(`Sandbox ${id} is ${sandbox.status.toLowerCase()}.`);
      return sandbox;
    }
    if (sandbox.status === 'ERROR' || sandbox.status === 'MISSING') {
      progress.failed(`Sandbox ${id} ${sandbox.status === 'ERROR' ? 'failed' : 'no longer exists'}.`);
      throw new Failure(
        sandbox.status_detail ?? `The sandbox did not become ${wanted.toLowerCase()}.`,
        `See: acs sandboxes get ${id}`,
      );
    }
    if (state !== shown) progress.step(`Sandbox ${id} is ${state.toLowerCase()}`);
    shown = state;
    await wait(PAUSE);
  }
}

/** The status is PAUSED as soon as a pause is requested; the last state is PAUSED once the files are saved. */
function hasReached({ status, transitions }: Sandbox, wanted: Status): boolean {
  return status === wanted && (wanted !== 'PAUSED' || transitions.at(-1)?.state === 'PAUSED');
}

export const pauseSandbox = verb({
  command: 'pause <id>',
  aliases: ['stop'],
  describe: 'Pause a sandbox; its files are kept',
  positionals: sandboxId,
  options: noWaitOption,
  examples: [['sandboxes pause 0193c0ffee', 'Wait until its files are saved']],
  run: async ({ id, 'no-wait': noWait }, { out, client }) => pause(await client(), id, { out, isAwaited: !noWait }),
});

export const capacityOption = {
  capacity: {
    choices: ['on_demand', 'spot'],
    requiresArg: true,
    describe: 'What it runs on; spot costs less and can be interrupted (default: as before, or as the spec says)',
  },
} as const;

export const resumeSandbox = verb({
  command: 'resume <id>',
  describe: 'Resume a paused sandbox',
  positionals: sandboxId,
  options: { ...sizeOption, ...capacityOption, ...noWaitOption, ...onLimitOption },
  examples: [
    ['sandboxes resume 0193c0ffee', 'Wait until its agent responds'],
    ['sandboxes resume 0193c0ffee --cpu 4', 'With another size'],
  ],
  run: async (args, { out, client }) => {
    const choice = { capacity: args.capacity, resources: resourcesOf(args) };
    await resume(await client(), args.id, { out, isAwaited: !args['no-wait'], onLimit: onLimitOf(args), ...choice });
  },
});

export const wakeOption = {
  wake: {
    type: 'string',
    array: true,
    choices: wakeChoices,
    requiresArg: true,
    describe: 'Which requests to the URL of a port resume it, such as VSCODE=never',
  },
} as const;

/** The policies of the ports that the command line names. */
export function wakeOf(choices: readonly (typeof wakeChoices)[number][] | undefined): WakePolicies | undefined {
  return choices && Object.fromEntries(choices.map((choice) => choice.split('=')));
}

export const updateSandbox = verb({
  command: 'update <id>',
  aliases: ['edit'],
  describe: 'Change which requests resume a paused sandbox',
  positionals: sandboxId,
  options: wakeOption,
  examples: [['sandboxes update 0193c0ffee --wake AGENT_SERVER=key WORKER_1=link', 'For two of its ports']],
  run: async ({ id, wake }, { out, client }) => {
    if (wake === undefined) throw wrongUsage('Nothing to change.', 'See: acs sandboxes update --help');
    const params = { path: { sandbox_id: id } };
    const { api } = await client();
    const body = { wake: wakeOf(wake) };
    const changed = await answerOf(api.PATCH('/api/v1/sandboxes/{sandbox_id}', { params, body }));
    out.show(withoutSessionKey(changed), () => `Wakes: ${wakeWords(changed)}`);
  },
});

/** The policy of each port. */
export function wakeWords({ wake }: Sandbox): string {
  return Object.entries(wake)
    .map(([port, policy]) => `${port}=${policy}`)
    .join(', ');
}

interface ResumeOptions {
  readonly onLimit: OnLimit;
  readonly capacity?: Sandbox['capacity'] | undefined;
  readonly resources?: ReturnType<typeof resourcesOf>;
}

interface Options {
  readonly out: Output;
  readonly isAwaited: boolean;
}

export async function pause(client: ServiceClient, id: string, { out, isAwaited }: Options): Promise<void> {
  const params = { path: { sandbox_id: id } };
  await answerOf(client.api.POST('/api/v1/sandboxes/{sandbox_id}/pause', { params }));
  await show(client, id, 'PAUSED', { out, isAwaited });
}

export async function resume(
  client: ServiceClient,
  id: string,
  { out, isAwaited, onLimit, capacity, resources }: Options & ResumeOptions,
): Promise<void> {
  const params = { path: { sandbox_id: id }, query: { on_limit: onLimit } };
  const body = { capacity, resources };
  await answerOf(client.api.POST('/api/v1/sandboxes/{sandbox_id}/resume', { params, body }));
  await show(client, id, 'RUNNING', { out, isAwaited });
}

async function show(
  client: ServiceClient,
  id: string,
  wanted: 'PAUSED' | 'RUNNING',
  { out, isAwaited }: Options,
): Promise<void> {
  const asked = wanted === 'PAUSED' ? 'Pausing' : 'Resuming';
  const sandbox = isAwaited
    ? await awaitStatus(client, id, wanted, startProgress(`${asked} the sandbox ${id}`))
    : await sandboxById(client, id);
  if (wanted === 'RUNNING') sayIfRounded(sandbox.resources, out);
  out.show(withoutSessionKey(sandbox), () => (isAwaited ? '' : `${asked} the sandbox ${id}.`));
}
