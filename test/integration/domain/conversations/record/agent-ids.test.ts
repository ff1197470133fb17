import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { DynamoFollowedConversations } from '../../../../../shared/domain/agents/webhooks/dynamo-followed-conversations.ts';
import { ingestEvents } from '../../../../../shared/domain/agents/webhooks/ingest.ts';
import { DynamoEventWriter } from '../../../../../shared/domain/conversations/events/dynamo-event-writer.ts';
import { deletionMarker } from '../../../../../shared/domain/conversations/events/event-rows.ts';
import {
  agentConversationId,
  type Conversation,
} from '../../../../../shared/domain/conversations/record/conversation.ts';
import { DynamoConversationDeletions } from '../../../../../shared/domain/conversations/record/dynamo-conversation-deletions.ts';
import { conversationItem } from '../../../../../shared/domain/conversations/record/dynamo-conversation-store.ts';
import { DynamoLegacyStarts } from '../../../../../shared/domain/conversations/start/create/dynamo-conversation-starts.ts';
import { DynamoMeteredSandboxes } from '../../../../../shared/domain/sandboxes/store/dynamo-sandbox-store.ts';
import { systemClock } from '../../../../../shared/platform/clock.ts';
import { ReadMeter } from '../../../../bench/rows/read-meter.ts';
import { someEvents } from '../../../../support/conversations/events/event-data.ts';
import { aConversation, aStartTask } from '../../../../support/conversations/record/conversation-data.ts';
import { anOwner } from '../../../../support/http/walk.ts';
import { aRunningSandbox, within } from '../../../../support/sandboxes/sandbox-data.ts';
import { useServiceTables } from '../../../../support/service-tables.ts';

const tables = await useServiceTables();
const { documents } = tables;
const meter = new ReadMeter(documents);
const followed = new DynamoFollowedConversations(documents, tables);
const events = new DynamoEventWriter(documents, tables, systemClock);
const starts = new DynamoLegacyStarts(documents, tables);
const deletions = new DynamoConversationDeletions(documents, tables, (log, now) =>
  deletionMarker(tables.events, log, now),
);

/** A running sandbox whose owner has so many other conversations. */
async function aHome({ conversations = 0, owner_id = anOwner() } = {}) {
  const sandbox = aRunningSandbox({ owner_id });
  await new DynamoMeteredSandboxes(documents, tables).save([{ previous: null, next: sandbox }], within(10));
  for (let made = 0; made < conversations; made += 1) {
    const Item = conversationItem(aConversation({ owner_id, conversation_id: `number.${made}` }));
    await documents.send(new PutCommand({ TableName: tables.conversations, Item }));
  }
  return sandbox;
}

const report = (sandbox: Awaited<ReturnType<typeof aHome>>, agentId: string) =>
  ingestEvents(sandbox, agentId, someEvents(1), { followed, events, now: systemClock });

describe('the id of a conversation on its agent', () => {
  it('costs the same reads when the service does not know it, however many conversations its owner has', async () => {
    const reads = [];
    for (const conversations of [0, 200]) {
      const sandbox = await aHome({ conversations });
      meter.take();
      await report(sandbox, agentConversationId({ owner_id: sandbox.owner_id, conversation_id: 'made.up' }));
      reads.push(meter.take());
    }

    expect(reads[1]).toEqual(reads[0]);
    expect(reads[1]).toMatchObject({ rows: 0 });
  });

  describe('that is derived from a chosen one', () => {
    async function scene() {
      const owner_id = anOwner();
      const conversation_id = 'nightly';
      const home = await aHome({ owner_id });
      const start = async (): Promise<Conversation> => {
        const sandbox = aRunningSandbox({ owner_id });
        const { sandbox_id } = sandbox;
        const row = aConversation({ owner_id, conversation_id, sandbox_id });
        const task = aStartTask({ owner_id, conversation_id, sandbox_id });
        const sandboxChanges = [{ previous: null, next: sandbox }];
        await starts.write({ conversation: { kind: 'new', row }, task, join: null, sandboxChanges }, within(10));
        return row;
      };
      const find = (id: string) => followed.find(owner_id, id);
      return { home, start, find, agentId: agentConversationId({ owner_id, conversation_id }) };
    }

    it('is refused to another sandbox from the moment on at which the conversation is created', async () => {
      const { home, start, find, agentId } = await scene();
      await start();

      await expect(report(home, agentId)).rejects.toMatchObject({ code: 'unauthenticated' });
      expect(await find(agentId)).toBeUndefined();
    });

    it('keeps the conversation from being created when an agent has used it by itself', async () => {
      const { home, start, find, agentId } = await scene();
      await report(home, agentId);

      await expect(start()).rejects.toMatchObject({ code: 'conflict' });
      expect(await find('nightly')).toBeUndefined();
    });

    it('is free again when the conversation is deleted', async () => {
      const { home, start, find, agentId } = await scene();
      await deletions.write({ conversation: await start(), parent: null, sandboxChange: null });
      // The service keeps nothing of a deleted conversation, and answers its agent so.
      expect(await report(home, agentId)).toBeUndefined();

      const again = await start();

      expect(await find('nightly')).toMatchObject({ sandbox_id: again.sandbox_id });
      await expect(report(home, agentId)).rejects.toMatchObject({ code: 'unauthenticated' });
    });
  });
});
