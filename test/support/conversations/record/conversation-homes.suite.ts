import { describe, expect, it } from 'vitest';
import type { Conversation } from '../../../../shared/domain/conversations/record/conversation.ts';
import { type ConversationHomes, homeOf } from '../../../../shared/domain/conversations/record/conversation-homes.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { SandboxStore } from '../../../../shared/domain/sandboxes/store/sandbox-store.ts';
import { anOwner, secondsAfterNoon } from '../../http/walk.ts';
import { aSandbox, aSandboxId } from '../../sandboxes/sandbox-data.ts';
import { aConversation } from './conversation-data.ts';

export interface HomesUnderTest {
  readonly homes: ConversationHomes;
  readonly sandboxes: Pick<SandboxStore, 'save'>;
  add(conversation: Conversation): Promise<void>;
}

export function conversationHomesSuite(make: () => HomesUnderTest): void {
  async function added(conversation: Partial<Conversation>, sandbox?: Partial<Sandbox>) {
    const scene = make();
    const owner_id = anOwner();
    const home = sandbox && aSandbox({ owner_id, desired: 'PAUSED', ...sandbox });
    if (home) await scene.sandboxes.save([{ previous: null, next: home }]);
    const row = aConversation({ owner_id, ...(home && { sandbox_id: home.sandbox_id }), ...conversation });
    await scene.add(row);
    return { row, home, find: () => scene.homes.find(owner_id, row.conversation_id) };
  }

  describe('a conversation with its sandbox', () => {
    it('is both rows where the sandbox has its id', async () => {
      const id = aSandboxId();
      const { row, home, find } = await added({ conversation_id: id }, { sandbox_id: id });

      expect(await find()).toMatchObject({ conversation: row, found: home });
    });

    it('is both rows where the sandbox has another id, also of a conversation whose id is none of the service', async () => {
      const other = await added({}, {});
      const named = await added({ conversation_id: 'my-conversation' }, {});

      expect(await other.find()).toMatchObject({ conversation: other.row, found: other.home });
      expect(await named.find()).toMatchObject({ conversation: named.row, found: named.home });
    });

    it('is in the sandbox that its row names, when another one has its id', async () => {
      const id = aSandboxId();
      const { row } = await added({ conversation_id: id }, { sandbox_id: id });
      const next = aSandbox({ owner_id: row.owner_id, desired: 'PAUSED' });
      await make().sandboxes.save([{ previous: null, next }]);
      await make().add({ ...row, sandbox_id: next.sandbox_id });

      expect((await make().homes.find(row.owner_id, id))?.found).toMatchObject({ sandbox_id: next.sandbox_id });
    });

    it('has no home where the row is missing, is a later one with its id, or is expired', async () => {
      const id = aSandboxId();
      const missing = await added({ conversation_id: id, sandbox_id: id });
      const later = await added({ conversation_id: id }, { sandbox_id: id, created_at: secondsAfterNoon(9) });
      const purged = await added({ conversation_id: id }, { sandbox_id: id, purge_at: 1 });

      for (const { row, find } of [missing, later, purged]) {
        const home = await find();
        expect(home?.conversation).toMatchObject(row);
        expect(home && homeOf(home)).toBeUndefined();
      }
      expect((await later.find())?.found).toMatchObject({ created_at: secondsAfterNoon(9) });
      expect((await purged.find())?.found).toBeUndefined();
    });

    it('is not found by another owner, who has a sandbox with the same id', async () => {
      const id = aSandboxId();
      const theirs = await added({ conversation_id: id }, { sandbox_id: id });
      const own = aSandbox({ owner_id: anOwner(), sandbox_id: id, desired: 'PAUSED' });
      await make().sandboxes.save([{ previous: null, next: own }]);

      expect(await make().homes.find(own.owner_id, id)).toBeUndefined();
      expect((await theirs.find())?.found).toMatchObject({ owner_id: theirs.row.owner_id });
    });
  });
}
