import { answerOf } from '../../../../shared/client/answer-of.ts';
import type {
  StartedConversation,
  StartOptions,
  StartRequest,
  StartTask,
} from '../../../../shared/client/service-client.ts';
import { resourceWords } from '../../../../shared/presentation/sandboxes.ts';
import { statusWords } from '../../../../shared/presentation/starts.ts';
import { providers } from '../../arguments/choices.ts';
import { contentWith, imageOption, picturesOf } from '../../arguments/images.ts';
import { followOption, noWaitOption, type OnLimit, onLimitOf, onLimitOption, textOf } from '../../arguments/options.ts';
import { resourcesOf, sayIfRounded, sizeOption, snapshotOption } from '../../arguments/size.ts';
import { type Context, verb } from '../../command.ts';
import { showResponse } from '../../follow/follow.ts';
import { wrongUsage } from '../../output/failure.ts';
import { type Output, wordIn } from '../../output/output.ts';
import { type Progress, startProgress } from '../../output/progress.ts';
import { askText } from '../../session/prompts.ts';
import { capacityOption, withoutSessionKey } from '../sandbox.ts';
import { warningLines } from './conversation.ts';

export const startConversation = verb({
  command: 'start [message]',
  aliases: ['new', 'create'],
  describe: 'Start a conversation',
  positionals: {
    message: { type: 'string', alias: 'm', describe: 'First message (or --message); - reads stdin' },
  },
  options: {
    repo: { type: 'string', requiresArg: true, describe: 'Repository to work on: owner/name' },
    branch: {
      type: 'string',
      requiresArg: true,
      describe: 'Branch or tag (default: a new branch from the default branch)',
    },
    provider: { choices: providers, requiresArg: true, describe: 'Git provider of the repository' },
    model: { type: 'string', requiresArg: true, describe: 'Language model' },
    title: { type: 'string', requiresArg: true, describe: 'Title (default: chosen by the agent)' },
    spec: { type: 'string', requiresArg: true, describe: 'Sandbox spec' },
    ...snapshotOption,
    ...sizeOption,
    ...capacityOption,
    empty: { type: 'boolean', describe: 'Start without a message; the sandbox runs and costs money' },
    ...imageOption,
    ...followOption,
    ...noWaitOption,
    ...onLimitOption,
  },
  examples: [
    ['conversations start "Fix the failing test" --repo acme/shop --follow', 'Show the work and the response'],
    ['conversations start - < task.md', 'Read the message from a file'],
    ['conversations start "Rebuild this form" --image form.png', 'With a picture'],
    [
      'conversations start "Go on" --snapshot 0193e0b4d1f87a3c9b2e6f5a4d3c2b1a --cpu 2',
      'With the files of a snapshot, in another size',
    ],
    ['conversations start --empty --no-wait --json', 'Without a message; return at once with the start task'],
  ],
  run: async (args, context) => {
    const { repo, branch, provider, model, title, spec, capacity, message, follow } = args;
    if (follow && args['no-wait']) throw wrongUsage('--follow and --no-wait cannot be combined.');
    if (branch !== undefined && repo === undefined) throw wrongUsage('--branch needs --repo.');
    const text = await firstMessage(message, args);
    const pictures = await picturesOf(args.image);
    const content = text === undefined ? undefined : await contentWith(await context.client(), text, pictures);
    const request: StartRequest = {
      initial_message: content && { content },
      selected_repository: repo,
      selected_branch: branch,
      git_provider: provider,
      llm_model: model,
      title,
      sandbox_spec_id: spec,
      snapshot_id: args.snapshot,
      resources: resourcesOf(args),
      capacity,
    };
    const onLimit = onLimitOf(args);
    if (args['no-wait']) return begin(request, onLimit, context);
    const client = await context.client();
    const started = await awaited((onStatus) => client.startConversation(request, { onLimit, onStatus }), context);
    if (follow) await showResponse(client, started.id, context.out);
    else showStarted(started, context.out);
  },
});

interface MessageOptions {
  readonly empty: boolean | undefined;
  readonly follow: boolean | undefined;
  readonly image: readonly string[] | undefined;
}

/** Asks for a missing message: without one, a start is usually a mistake that costs money. @throws Failure (usage) */
async function firstMessage(
  given: string | undefined,
  { empty, follow, image }: MessageOptions,
): Promise<string | undefined> {
  if (!empty) return (await textOf(given)) ?? askText('First message', 'The message is missing.', HOW_TO_START);
  if (given !== undefined) throw wrongUsage('--empty and a message cannot be combined.');
  if (follow) throw wrongUsage('--follow needs a message.');
  if (image !== undefined) throw wrongUsage('--image needs a message.');
  return undefined;
}

const HOW_TO_START = 'Enter one, read it from stdin with -, or start without one with --empty.';

async function begin(body: StartRequest, on_limit: OnLimit, { out, client }: Context): Promise<void> {
  const { api } = await client();
  showBegun(await answerOf(api.POST('/api/v1/app-conversations', { params: { query: { on_limit } }, body })), out);
}

/** Shows a start that goes on in the background. */
export function showBegun(task: StartTask, out: Output): void {
  out.show(task, () =>
    out.details([
      ['Conversation', task.conversation_id],
      ['Start task', task.id],
      ['Status', wordIn(statusWords, task.status)],
      ['Size', task.resources && resourceWords(task.resources)],
    ]),
  );
}

/** Shows the progress of a start until its end. */
export async function awaited(
  start: (onStatus: NonNullable<StartOptions['onStatus']>) => Promise<StartedConversation>,
  { out }: Pick<Context, 'out'>,
): Promise<StartedConversation> {
  const progress = startProgress('Starting a conversation');
  let isAnnounced = false;
  const onStatus: Parameters<typeof start>[0] = (status, { conversation_id: id, resources }) => {
    if (!isAnnounced) {
      // From here on, the start continues even if this command ends.
      out.say(`Conversation ${id}`);
      sayIfRounded(resources, out);
    }
    isAnnounced = true;
    progress.step(statusWords[status]);
  };
  const started = await finished(start(onStatus), progress);
  const warnings = warningLines(started);
  if (warnings !== '') out.say(warnings);
  return started;
}

export function showStarted(started: StartedConversation, out: Output): void {
  out.show(withoutSessionKey(started), () =>
    out.details([
      ['Conversation', started.id],
      ['Sandbox', started.sandbox_id],
    ]),
  );
}

async function finished(start: Promise<StartedConversation>, progress: Progress): Promise<StartedConversation> {
  try {
    const started = await start;
    progress.done('The conversation has started.');
    return started;
  } catch (error) {
    progress.failed('The conversation has not started.');
    throw error;
  }
}
