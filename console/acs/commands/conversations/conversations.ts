import { answerOf } from '../../../../shared/client/answer-of.ts';
import { metricsOf } from '../../../../shared/presentation/conversations.ts';
import { count, dollars } from '../../../../shared/presentation/money.ts';
import { contentWith, imageOption, picturesOf } from '../../arguments/images.ts';
import {
  conversationId,
  followOption,
  noWaitOption,
  onLimitOf,
  onLimitOption,
  textOf,
  yesOption,
} from '../../arguments/options.ts';
import { noun, verb } from '../../command.ts';
import { showResponse } from '../../follow/follow.ts';
import { lastEvent } from '../../follow/history.ts';
import { Failure } from '../../output/failure.ts';
import { toneStyle } from '../../output/output.ts';
import { oneLine } from '../../output/plain.ts';
import { confirmUnless } from '../../session/prompts.ts';
import { pause, resume, withoutSessionKey } from '../sandbox.ts';
import { type Conversation, conversationOf, sandboxOf, warningLines } from './conversation.ts';
import { downloadConversation } from './download.ts';
import { forkConversation } from './fork.ts';
import { listConversations, toneOf, wordOf } from './list.ts';
import { openConversation } from './open.ts';
import { startConversation } from './start.ts';

const getConversation = verb({
  command: 'get <id>',
  aliases: ['show', 'view'],
  describe: 'Show a conversation and its cost',
  positionals: conversationId,
  options: {
    'session-key': { type: 'boolean', describe: 'With --json: include the session key of the sandbox' },
  },
  examples: [['conversations get 0193c0ffee', 'State, repository, model, cost']],
  run: async ({ id, 'session-key': withKey }, { out, client }) => {
    const found = await conversationOf(await client(), id);
    const costs = metricsOf(found);
    out.show(withKey ? found : withoutSessionKey(found), () => {
      const facts = out.details([
        ['ID', found.id],
        ['Title', found.title ?? ''],
        ['Sandbox', found.sandbox_id],
        ['Status', wordOf(found), (text) => out.paint(toneStyle(toneOf(found)), text)],
        ['Reason', found.status_detail],
        ['Fork of', found.forked_from_conversation_id],
        ['Repository', repositoryOf(found)],
        ['Model', found.llm_model],
        ['Model cost', costs.modelCost === undefined ? null : dollars(costs.modelCost)],
        ['Sandbox cost', costs.sandboxCost === undefined ? null : dollars(costs.sandboxCost)],
        ...costs.tokens.map((one) => [one.label, count(one.count)] as const),
        ['Created', out.bothTimes(found.created_at)],
        ['Updated', out.bothTimes(found.updated_at)],
      ]);
      return `${facts}\n${warningLines(found)}`.trimEnd();
    });
  },
});

function repositoryOf({ selected_repository: name, selected_branch: branch }: Conversation): string | null {
  if (name === null) return null;
  return branch === null ? name : `${name} (${branch})`;
}

const sendToConversation = verb({
  command: 'send <id> <message>',
  aliases: ['say'],
  describe: 'Send a message to the agent',
  positionals: {
    ...conversationId,
    message: { type: 'string', demandOption: true, describe: 'The message; - reads stdin' },
  },
  options: { ...imageOption, ...followOption },
  examples: [
    ['conversations send 0193c0ffee "And now the docs" --follow', 'Show the response'],
    ['conversations send 0193c0ffee - < notes.md', 'Read the message from a file'],
  ],
  run: async ({ id, message, image, follow }, { out, client: open }) => {
    const client = await open();
    const text = (await textOf(message)) ?? '';
    const content = await contentWith(client, text, await picturesOf(image));
    const after = follow ? await lastEvent(client, id) : undefined;
    const sent = await answerOf(
      client.api.POST('/api/v1/app-conversations/{conversation_id}/send-message', {
        params: { path: { conversation_id: id } },
        body: { content },
      }),
    );
    if (!sent.success) throw new Failure(sent.message, `Resume it: acs conversations resume ${id}`);
    if (follow) await showResponse(client, id, out, { text, after });
    else out.show(sent, () => sent.message);
  },
});

const renameConversation = verb({
  command: 'rename <id> <title>',
  describe: 'Change the title of a conversation',
  positionals: { ...conversationId, title: { type: 'string', demandOption: true, describe: 'New title' } },
  examples: [['conversations rename 0193c0ffee "Flaky login test"', 'The agent no longer changes it']],
  run: async ({ id, title }, { out, client }) => {
    const { api } = await client();
    const params = { path: { conversation_id: id } };
    const body = { title };
    const changed = await answerOf(api.PATCH('/api/v1/app-conversations/{conversation_id}', { params, body }));
    out.show(withoutSessionKey(changed), () => `The title of ${id} is "${oneLine(changed.title ?? '')}".`);
  },
});

const pauseConversation = verb({
  command: 'pause <id>',
  aliases: ['stop'],
  describe: 'Pause the sandbox of a conversation; files and history are kept',
  positionals: conversationId,
  options: noWaitOption,
  examples: [['conversations pause 0193c0ffee', 'Pauses every conversation in the same sandbox']],
  run: async ({ id, 'no-wait': noWait }, { out, client: open }) => {
    const client = await open();
    await pause(client, await sandboxOf(client, id), { out, isAwaited: !noWait });
  },
});

const resumeConversation = verb({
  command: 'resume <id>',
  describe: 'Resume the sandbox of a conversation',
  positionals: conversationId,
  options: { ...noWaitOption, ...onLimitOption },
  examples: [['conversations resume 0193c0ffee', 'Wait until its agent responds']],
  run: async (args, { out, client: open }) => {
    const client = await open();
    const how = { out, isAwaited: !args['no-wait'], onLimit: onLimitOf(args) };
    await resume(client, await sandboxOf(client, args.id), how);
  },
});

const deleteConversation = verb({
  command: 'delete <id>',
  aliases: ['rm'],
  describe: 'Delete a conversation; also its sandbox, if no other conversation uses it',
  positionals: conversationId,
  options: yesOption,
  examples: [['conversations delete 0193c0ffee --yes', 'Without confirmation']],
  run: async ({ id, yes }, { out, client }) => {
    const service = await client();
    const { title } = await conversationOf(service, id);
    const name = title === null ? id : `${id} ("${oneLine(title)}")`;
    await confirmUnless(yes, `This deletes the conversation ${name} with its history and files.`);
    const path = { conversation_id: id };
    await answerOf(service.api.DELETE('/api/v1/app-conversations/{conversation_id}', { params: { path } }));
    out.show({ id, deleted: true }, () => `Deleted the conversation ${name}.`);
  },
});

export const conversations = noun(
  'conversations',
  ['conversation', 'conv', 'c'],
  'Start, list and manage conversations with agents',
  [
    listConversations,
    getConversation,
    openConversation,
    startConversation,
    forkConversation,
    sendToConversation,
    renameConversation,
    pauseConversation,
    resumeConversation,
    deleteConversation,
    downloadConversation,
  ],
);
