import { describe, expect, it } from 'vitest';
import type { FollowedConversations } from '../../../../shared/domain/agents/webhooks/ingest.ts';
import { agentConversationId, type Conversation } from '../../../../shared/domain/conversations/record/conversation.ts';
import { type ConversationHomes, homeOf } from '../../../../shared/domain/conversations/record/conversation-homes.ts';
import type {
  ConversationFilter,
  ConversationStore,
} from '../../../../shared/domain/conversations/record/conversation-store.ts';
import type {
  ConversationDeletion,
  ConversationDeletions,
} from '../../../../shared/domain/conversations/record/delete-conversation.ts';
import { familyLimits } from '../../../../shared/domain/conversations/record/family.ts';
import { detachAndDelete } from '../../../../shared/domain/sandboxes/intent/intents.ts';
import { changed, type Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { SandboxStore } from '../../../../shared/domain/sandboxes/store/sandbox-store.ts';
import { PreconditionFailedError } from '../../../../shared/platform/errors.ts';
import { anOwner, failuresOf, secondsAfterNoon, walk } from '../../http/walk.ts';
import { aSandbox, aSandboxId, within } from '../../sandboxes/sandbox-data.ts';
import { aConversation } from './conversation-data.ts';

interface ConversationFixture {
  readonly store: ConversationStore;
  readonly add: (conversation: Conversation) => Promise<void>;
}

export function conversationStoreSuite(fixture: () => ConversationFixture): void {
  const add = async (overrides: Partial<Conversation>): Promise<Conversation> => {
    const conversation = aConversation(overrides);
    await fixture().add(conversation);
    return conversation;
  };
  const search = async (owner_id: string, filter: Partial<ConversationFilter>): Promise<string[]> => {
    const whole = { includeSubConversations: false, ...filter };
    const { items } = await fixture().store.list(owner_id, whole, 100, null);
    expect(await fixture().store.count(owner_id, whole)).toBe(items.length);
    return items.map(({ title }) => title).toSorted();
  };

  describe('reads', () => {
    it('find what was saved, but not for another owner', async () => {
      const conversation = await add({ owner_id: anOwner(), pr_number: [7], trigger: 'gui' });
      const { owner_id, conversation_id: id } = conversation;
      const stranger = anOwner();

      expect(await fixture().store.find(owner_id, id)).toMatchObject(conversation);
      expect(await fixture().store.find(stranger, id)).toBeUndefined();
      expect(await fixture().store.findMany(stranger, [id])).toEqual([]);
      expect(await fixture().store.count(stranger, { includeSubConversations: true })).toBe(0);
    });

    it('return each of more ids than fit into one batch, once', async () => {
      const owner_id = anOwner();
      const added = await Promise.all(Array.from({ length: 105 }, () => add({ owner_id })));
      const ids = added.map(({ conversation_id }) => conversation_id);

      const found = await fixture().store.findMany(owner_id, [...ids, ...ids.slice(0, 3), 'unknown']);

      expect(found.map(({ conversation_id }) => conversation_id).toSorted()).toEqual(ids.toSorted());
    });
  });

  describe('lists', () => {
    it('go from the newest to the oldest in full pages, without gaps or repetitions', async () => {
      const owner_id = anOwner();
      const added = await Promise.all(
        Array.from({ length: 17 }, (_, index) =>
          add({
            owner_id,
            created_at: secondsAfterNoon(Math.floor(index / 3)),
            parent_conversation_id: index % 4 === 0 ? 'parent' : null,
          }),
        ),
      );
      const sortOf = (row: Conversation) => `${row.created_at}#${row.conversation_id}`;
      const expected = added.filter(({ parent_conversation_id: parent }) => parent === null).map(sortOf);

      const pages = await walk((after) => fixture().store.list(owner_id, { includeSubConversations: false }, 5, after));

      expect(pages.flat().map(sortOf)).toEqual(expected.toSorted().toReversed());
      expect(pages.map(({ length }) => length)).toEqual([5, 5, 2]);
    });

    it('are empty past their end and for an impossible time range', async () => {
      const { owner_id } = await add({ owner_id: anOwner(), created_at: secondsAfterNoon(5) });
      const all = { includeSubConversations: true };
      const none = { ...all, createdFrom: secondsAfterNoon(9), createdBefore: secondsAfterNoon(1) };

      expect(await fixture().store.list(owner_id, all, 5, '2000#0')).toEqual({ items: [], next: null });
      expect(await fixture().store.list(owner_id, none, 5, null)).toEqual({ items: [], next: null });
      expect(await fixture().store.count(owner_id, none)).toBe(0);
    });

    it('keep to their time range on every page', async () => {
      const owner_id = anOwner();
      for (const second of [1, 2, 3, 4, 5, 6]) await add({ owner_id, created_at: secondsAfterNoon(second) });
      const filter = {
        includeSubConversations: false,
        createdFrom: secondsAfterNoon(2),
        createdBefore: secondsAfterNoon(6),
      };

      const pages = await walk((after) => fixture().store.list(owner_id, filter, 3, after));

      expect(pages.map((page) => page.map(({ created_at }) => created_at))).toEqual([
        [5, 4, 3].map(secondsAfterNoon),
        [secondsAfterNoon(2)],
      ]);
    });

    it('end when the page position is before the time range', async () => {
      const { owner_id } = await add({ owner_id: anOwner(), created_at: secondsAfterNoon(1) });
      const filter = { includeSubConversations: true, createdFrom: secondsAfterNoon(3) };

      expect(await fixture().store.list(owner_id, filter, 3, `${secondsAfterNoon(2)}#x`)).toEqual({
        items: [],
        next: null,
      });
    });
  });

  describe('filters', () => {
    it('find a part of the title in any case', async () => {
      const owner_id = anOwner();
      for (const title of ['Fix the LOGIN page', 'login again', 'other', 'ÜBER login']) await add({ owner_id, title });

      expect(await search(owner_id, { titleContains: 'Login' })).toEqual([
        'Fix the LOGIN page',
        'login again',
        'ÜBER login',
      ]);
      expect(await search(owner_id, { titleContains: 'über' })).toEqual(['ÜBER login']);
      expect(await search(owner_id, { titleContains: '' })).toHaveLength(4);
      const other = anOwner();
      const forms = ['Café'.normalize('NFC'), 'Café'.normalize('NFD'), 'In der Straße', 'İstanbul trip', 'ΟΔΟΣ ONE'];
      for (const title of forms) await add({ owner_id: other, title });
      const found = (titleContains: string) => search(other, { titleContains });
      for (const form of ['NFC', 'NFD'])
        expect((await found('café'.normalize(form))).toSorted()).toEqual(forms.slice(0, 2).toSorted());
      expect(await found('STRASSE')).toEqual(['In der Straße']);
      for (const city of ['istanbul', 'ISTANBUL', 'ıstanbul', 'İSTANBUL'])
        expect(await found(city)).toEqual(['İstanbul trip']);
      expect(await found('οδος')).toEqual(['ΟΔΟΣ ONE']);
      for (const wildcard of ['%', 'log_n']) expect(await search(owner_id, { titleContains: wildcard })).toEqual([]);
    });

    it('take times inclusive below and exclusive above', async () => {
      const owner_id = anOwner();
      for (const second of [1, 2, 3]) {
        const at = secondsAfterNoon(second);
        await add({ owner_id, title: String(second), created_at: at, updated_at: at });
      }
      const [from, before] = [secondsAfterNoon(2), secondsAfterNoon(3)];

      expect(await search(owner_id, { createdFrom: from })).toEqual(['2', '3']);
      expect(await search(owner_id, { createdBefore: before })).toEqual(['1', '2']);
      expect(await search(owner_id, { createdFrom: from, createdBefore: before })).toEqual(['2']);
      expect(await search(owner_id, { updatedFrom: from, updatedBefore: before })).toEqual(['2']);
    });

    it('apply alone and together', async () => {
      const owner_id = anOwner();
      await add({ owner_id, title: 'a', sandbox_id: 's1', trigger: 'gui', selected_repository: 'o/r' });
      await add({
        owner_id,
        title: 'b',
        sandbox_id: 's1',
        trigger: 'slack',
        selected_repository: 'o/r',
        llm_model: 'm',
      });
      await add({ owner_id, title: 'c', sandbox_id: 's2', trigger: 'gui', parent_conversation_id: 'p' });

      expect(await search(owner_id, { sandboxId: 's1' })).toEqual(['a', 'b']);
      expect(await search(owner_id, { repository: 'o/r', trigger: 'gui' })).toEqual(['a']);
      expect(await search(owner_id, { trigger: 'gui' })).toEqual(['a']);
      expect(await search(owner_id, { model: 'm', repository: 'o/r' })).toEqual(['b']);
      expect(await search(owner_id, { trigger: 'gui', includeSubConversations: true })).toEqual(['a', 'c']);
    });
  });
}

interface HomesUnderTest {
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

    it('is both rows if the sandbox has another id, even for a custom conversation id', async () => {
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

    it('has no sandbox if the row is missing, expired or of a later sandbox with the same id', async () => {
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

interface UpdatesUnderTest {
  readonly conversations: ConversationStore;
  add(conversation: Conversation): Promise<void>;
}

const AT = '2026-11-22T09:00:00.000Z';

export function conversationUpdatesSuite(make: () => UpdatesUnderTest): void {
  async function added(overrides: Partial<Conversation> = {}) {
    const scene = make();
    const conversation = aConversation({ title: 'Old', selected_repository: 'o/r', public: true, ...overrides });
    await scene.add(conversation);
    const { owner_id: owner, conversation_id: id } = conversation;
    return {
      ...scene,
      conversation,
      change: (change: Parameters<ConversationStore['update']>[2]) => scene.conversations.update(owner, id, change, AT),
      stored: () => scene.conversations.find(owner, id),
    };
  }

  describe('an update', () => {
    it('sets the named fields, and changes no other', async () => {
      const { conversation, change, stored } = await added();

      const answer = await change({ title: 'New', selected_branch: 'main' });

      expect(await stored()).toMatchObject({
        ...conversation,
        title: 'New',
        title_by: 'user',
        selected_branch: 'main',
        updated_at: AT,
      });
      expect(answer).toEqual(await stored());
    });

    it('clears the fields that are null', async () => {
      const { change, stored } = await added();

      await change({ public: null, selected_repository: null });

      expect(await stored()).toMatchObject({ public: null, selected_repository: null, title: 'Old' });
    });

    it('asks the agent for a title when the title is null', async () => {
      const { conversation, change, stored } = await added();
      await change({ title: 'Mine' });

      await change({ title: null });

      const title = `Conversation ${conversation.conversation_id.slice(-5)}`;
      expect(await stored()).toMatchObject({ title, title_by: null, title_asked: true });
      await change({ title: 'Mine again' });
      expect(await stored()).toMatchObject({ title: 'Mine again', title_by: 'user', title_asked: null });
    });

    it('keeps the author of the title when it changes no title', async () => {
      const { change, stored } = await added({ title_by: 'user' });

      await change({ public: false });

      expect(await stored()).toMatchObject({ title: 'Old', title_by: 'user', public: false });
    });

    it('makes the conversation findable by the new title', async () => {
      const { conversations, conversation, change } = await added();

      await change({ title: 'Brand NEW' });

      const filter = { titleContains: 'brand new', includeSubConversations: false };
      const { items } = await conversations.list('ann', filter, 100, null);
      expect(items.map(({ conversation_id: id }) => id)).toContain(conversation.conversation_id);
    });

    it('applies only to the revision that was read', async () => {
      const { conversations, conversation, stored } = await added();
      const { owner_id: owner, conversation_id: id } = conversation;
      const changeAt = (revisions: readonly number[], title: string) =>
        conversations.update(owner, id, { title }, AT, revisions);

      expect(await changeAt([0], 'First')).toMatchObject({ title: 'First', revision: 1 });
      await expect(changeAt([0], 'Unseen')).rejects.toThrow(PreconditionFailedError);
      await expect(changeAt([], 'Of another service')).rejects.toThrow(PreconditionFailedError);
      expect(await changeAt([0, 1], 'Second')).toMatchObject({ revision: 2 });
      expect(await stored()).toMatchObject({ title: 'Second', revision: 2 });
    });

    it('of one revision succeeds once under any number of races', async () => {
      const { conversations, conversation } = await added();
      const { owner_id: owner, conversation_id: id } = conversation;
      const racing = ['a', 'b', 'c', 'd'].map((title) => conversations.update(owner, id, { title }, AT, [0]));

      const outcomes = await Promise.allSettled(racing);

      const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      expect(lost).toHaveLength(3);
      for (const error of lost) expect(error).toBeInstanceOf(PreconditionFailedError);
    });

    it('finds no revision of a missing conversation', async () => {
      const { conversations, conversation } = await added();
      const { conversation_id: id } = conversation;

      expect(await conversations.update('mallory', id, { title: 'x' }, AT, [0])).toBeUndefined();
    });

    it('creates no conversation, and changes none of another owner', async () => {
      const { conversations, conversation, stored } = await added();
      const { conversation_id: id } = conversation;

      expect(await conversations.update('mallory', id, { title: 'Stolen' }, AT)).toBeUndefined();
      expect(await conversations.find('mallory', id)).toBeUndefined();
      expect(await stored()).toMatchObject({ title: 'Old' });
    });
  });
}

interface DeletionsFixture {
  readonly deletions: ConversationDeletions;
  readonly conversations: ConversationStore;
  readonly sandboxes: SandboxStore;
  readonly add: (conversation: Conversation) => Promise<void>;
}

const now = new Date('2026-11-21T13:00:00.000Z');

export function conversationDeletionsSuite(fixture: () => DeletionsFixture): void {
  async function scene(overrides: Partial<Sandbox> = {}) {
    const owner_id = anOwner();
    const sandbox = aSandbox({ owner_id, conversation_count: 1, created_for_conversation: true, ...overrides });
    const { sandbox_id, created_at: sandbox_created_at } = sandbox;
    await fixture().sandboxes.save([{ previous: null, next: sandbox }], within(10));
    const add = async (more: Partial<Conversation> = {}) => {
      const conversation = aConversation({ owner_id, sandbox_id, sandbox_created_at, ...more });
      await fixture().add(conversation);
      return conversation;
    };
    const read = ({ conversation_id: id }: Conversation) => fixture().conversations.find(owner_id, id);
    const readSandbox = () => fixture().sandboxes.find(owner_id, sandbox_id);
    return { sandbox, add, read, readSandbox };
  }

  const deletionOf = (conversation: Conversation, overrides: Partial<ConversationDeletion> = {}) => ({
    conversation,
    parent: null,
    sandboxChange: null,
    ...overrides,
  });

  it('removes the conversation, its entry in its parent and its last sandbox in one transaction', async () => {
    const { sandbox, add, read, readSandbox } = await scene();
    const conversation = await add();
    const parent = await add({ sub_conversation_ids: ['a', conversation.conversation_id, 'b'] });
    const sandboxChange = detachAndDelete(sandbox, now);

    await fixture().deletions.write({ conversation, parent, sandboxChange });

    expect(await read(conversation)).toBeUndefined();
    expect(await read(parent)).toMatchObject({ ...parent, sub_conversation_ids: ['a', 'b'] });
    expect(await readSandbox()).toMatchObject({ desired: 'DELETED', conversation_count: 0 });
    expect(await fixture().sandboxes.listCounted(sandbox.owner_id)).toEqual([]);
  });

  it('deletes a conversation without a parent or a sandbox', async () => {
    const { add, read } = await scene();
    const [conversation, other] = [await add(), await add()];

    await fixture().deletions.write(deletionOf(conversation));

    expect([await read(conversation), await read(other)]).toEqual([undefined, expect.anything()]);
  });

  it('deletes a conversation once when two callers delete it', async () => {
    const { sandbox, add, readSandbox } = await scene({ conversation_count: 2 });
    const conversation = await add();
    const deletion = deletionOf(conversation, { sandboxChange: detachAndDelete(sandbox, now) });

    const outcomes = await Promise.allSettled([1, 2].map(() => fixture().deletions.write(deletion)));

    expect(failuresOf(outcomes)).toEqual(['VersionConflictError']);
    expect(await readSandbox()).toMatchObject({ desired: 'RUNNING', conversation_count: 1 });
  });

  describe('a lost race', () => {
    async function refused(deletion: ConversationDeletion): Promise<void> {
      await expect(fixture().deletions.write(deletion)).rejects.toMatchObject({ name: 'VersionConflictError' });
    }

    it('writes nothing when the conversation moved or got another sub-conversation', async () => {
      const { sandbox, add, read, readSandbox } = await scene();
      const conversation = await add({ sub_conversation_ids: ['a'] });
      const sandboxChange = detachAndDelete(sandbox, now);

      await refused(deletionOf({ ...conversation, sandbox_id: 'elsewhere' }, { sandboxChange }));
      await refused(deletionOf({ ...conversation, sub_conversation_ids: [] }, { sandboxChange }));
      await refused(deletionOf({ ...conversation, sub_conversation_ids: ['a', 'b'] }, { sandboxChange }));

      expect([await read(conversation), await readSandbox()]).toMatchObject([conversation, { desired: 'RUNNING' }]);
    });

    it('writes nothing when the list of its parent changed or the parent is gone', async () => {
      const { add, read } = await scene();
      const conversation = await add();
      const sub_conversation_ids = ['a', conversation.conversation_id];
      const parent = await add({ sub_conversation_ids: sub_conversation_ids.toReversed() });

      await refused(deletionOf(conversation, { parent: { ...parent, sub_conversation_ids } }));
      await refused(deletionOf(conversation, { parent: { ...parent, conversation_id: 'gone' } }));

      expect([await read(conversation), await read(parent)]).toMatchObject([conversation, parent]);
    });

    it('writes nothing when its sandbox changed', async () => {
      const { sandbox, add, read, readSandbox } = await scene();
      const conversation = await add();
      await fixture().sandboxes.save([{ previous: sandbox, next: changed(sandbox, now, { conversation_count: 2 }) }]);

      await refused(deletionOf(conversation, { sandboxChange: detachAndDelete(sandbox, now) }));

      expect(await read(conversation)).toMatchObject(conversation);
      expect(await readSandbox()).toMatchObject({ desired: 'RUNNING', conversation_count: 2 });
    });
  });
}

interface FollowedFixture {
  readonly followed: FollowedConversations;
  readonly conversations: ConversationStore;
  readonly deletions: ConversationDeletions;
  readonly sandboxes: SandboxStore;
  readonly add: (conversation: Conversation) => Promise<void>;
}

const report = { execution_status: 'finished', state_times: { execution_status: 'x' } } as const;

export function followedConversationsSuite(fixture: () => FollowedFixture): void {
  async function scene() {
    const sandbox = aSandbox({ owner_id: anOwner() });
    await fixture().sandboxes.save([{ previous: null, next: sandbox }], within(10));
    const { owner_id, sandbox_id, created_at: sandbox_created_at } = sandbox;
    const conversation = (more: Partial<Conversation> = {}) =>
      aConversation({ owner_id, sandbox_id, sandbox_created_at, ...more });
    const read = (id: string) => fixture().conversations.find(owner_id, id);
    return { sandbox, owner_id, conversation, read };
  }

  it('are found by their owner and id', async () => {
    const { owner_id, conversation } = await scene();
    const [plain, chosen] = [conversation(), conversation({ conversation_id: 'my.chosen-id' })];
    for (const one of [plain, chosen]) await fixture().add(one);
    const { followed } = fixture();

    expect(await followed.find(owner_id, plain.conversation_id)).toMatchObject(plain);
    expect(await followed.find(owner_id, 'my.chosen-id')).toMatchObject(chosen);
    expect(await followed.find(anOwner(), 'my.chosen-id')).toBeUndefined();
    expect(await followed.find(owner_id, conversation().conversation_id)).toBeUndefined();
  });

  describe('adopt', () => {
    it('stores the conversation, counts it in its sandbox and lists it in its parent', async () => {
      const { sandbox, conversation, read } = await scene();
      const [parent, child] = [conversation(), conversation()];
      await fixture().add(parent);

      await fixture().followed.adopt({ conversation: child, sandbox, parent });

      expect(await read(child.conversation_id)).toMatchObject(child);
      expect((await read(parent.conversation_id))?.sub_conversation_ids).toEqual([child.conversation_id]);
      const { owner_id, sandbox_id } = sandbox;
      expect(await fixture().sandboxes.find(owner_id, sandbox_id)).toMatchObject({ conversation_count: 1, version: 2 });
    });

    it('stores a conversation once when two callers adopt it', async () => {
      const { sandbox, conversation } = await scene();
      const adoption = { conversation: conversation(), sandbox, parent: null };

      const outcomes = await Promise.allSettled([1, 2].map(() => fixture().followed.adopt(adoption)));

      expect(failuresOf(outcomes)).toEqual(['ConversationExistsError']);
      const { owner_id, sandbox_id } = sandbox;
      expect(await fixture().sandboxes.find(owner_id, sandbox_id)).toMatchObject({ conversation_count: 1 });
    });

    it('refuses a conversation that was deleted', async () => {
      const { sandbox, conversation, read } = await scene();
      const adopted = conversation();
      const wasDeleted = () => fixture().followed.wasDeleted(adopted.owner_id, agentConversationId(adopted));
      await fixture().followed.adopt({ conversation: adopted, sandbox, parent: null });
      expect(await wasDeleted()).toBe(false);
      await fixture().deletions.write({ conversation: adopted, parent: null, sandboxChange: null });
      expect(await wasDeleted()).toBe(true);

      const again = fixture().followed.adopt({ conversation: adopted, sandbox, parent: null });

      await expect(again).rejects.toMatchObject({ name: 'ConversationDeletedError' });
      expect(await read(adopted.conversation_id)).toBeUndefined();
    });

    it('refuses a conversation whose sandbox or parent is gone, and a parent that is full or moved', async () => {
      const { sandbox, conversation, read } = await scene();
      const adopted = conversation();
      const { followed, sandboxes } = fixture();
      const refused = async (adoption: Parameters<typeof followed.adopt>[0]) => {
        await expect(followed.adopt(adoption)).rejects.toMatchObject({ name: 'VersionConflictError' });
        expect(await read(adopted.conversation_id)).toBeUndefined();
      };

      await refused({ conversation: adopted, sandbox, parent: conversation() });
      const moved = conversation();
      await fixture().add({ ...moved, sandbox_id: 'another' });
      await refused({ conversation: adopted, sandbox, parent: moved });
      const full = conversation({ sub_conversation_ids: Array.from({ length: familyLimits.children }, String) });
      await fixture().add(full);
      await refused({ conversation: adopted, sandbox, parent: full });
      await refused({ conversation: adopted, sandbox: { ...sandbox, created_at: 'earlier' }, parent: null });
      const ended = changed(sandbox, now, { desired: 'DELETED', task_ended_at: now.toISOString() });
      await sandboxes.save([{ previous: sandbox, next: ended }], within(10));
      await refused({ conversation: adopted, sandbox, parent: null });
    });

    it('stores a conversation while its sandbox is deleted and the task still lives', async () => {
      const { sandbox, conversation, read } = await scene();
      const { followed, sandboxes } = fixture();
      const adopted = conversation();
      await sandboxes.save([{ previous: sandbox, next: changed(sandbox, now, { desired: 'DELETED' }) }], within(10));

      await followed.adopt({ conversation: adopted, sandbox, parent: null });

      expect(await read(adopted.conversation_id)).toMatchObject(adopted);
    });

    it('refuses a start in a sandbox that its last conversation deletes', async () => {
      const { sandbox, conversation, read } = await scene();
      const { followed, sandboxes } = fixture();
      const adopted = conversation();
      const left = changed(sandbox, now, { desired: 'DELETED', created_for_conversation: true, conversation_count: 0 });
      await sandboxes.save([{ previous: sandbox, next: left }], within(10));

      const adoption = followed.adopt({ conversation: adopted, sandbox, parent: null });

      await expect(adoption).rejects.toMatchObject({ name: 'VersionConflictError' });
      expect(await read(adopted.conversation_id)).toBeUndefined();
    });
  });

  describe('follow', () => {
    it('writes what the agent reports, and keeps the other fields', async () => {
      const { conversation, read } = await scene();
      const row = conversation();
      await fixture().add(row);

      await fixture().followed.follow(row, { ...report, title: 'Of the Agent', tags: { a: 'b' } });

      const after = await read(row.conversation_id);
      expect(after).toMatchObject({ ...row, ...report, title: 'Of the Agent', tags: { a: 'b' }, state_version: 1 });
      const filter = { titleContains: 'of the agent', includeSubConversations: true };
      expect(await fixture().conversations.count(row.owner_id, filter)).toBe(1);
      if (after) await fixture().followed.follow(after, { llm_model: 'a/b' });
      expect(await read(row.conversation_id)).toMatchObject({ ...report, llm_model: 'a/b', state_version: 2 });
    });

    it('lets one of two writers with the same version win', async () => {
      const { conversation, read } = await scene();
      const row = conversation();
      await fixture().add(row);

      const outcomes = await Promise.allSettled([1, 2].map(() => fixture().followed.follow(row, report)));

      expect(failuresOf(outcomes)).toEqual(['VersionConflictError']);
      expect(await read(row.conversation_id)).toMatchObject({ state_version: 1 });
    });

    it('refuses a title of the agent when the user has chosen one', async () => {
      const { conversation, read } = await scene();
      const row = conversation();
      await fixture().add({ ...row, title: 'mine', title_by: 'user' });

      await expect(fixture().followed.follow(row, { title: 'theirs' })).rejects.toMatchObject({
        name: 'VersionConflictError',
      });
      expect(await read(row.conversation_id)).toMatchObject({ title: 'mine' });
    });

    it('refuses a title when the user has set another one since, and accepts a requested one', async () => {
      const { conversation, read } = await scene();
      const row = conversation();
      const asked = { ...row, title_asked: true };
      await fixture().add(asked);
      const { followed } = fixture();

      const late = followed.follow(row, { title: 'The old one' });

      await expect(late).rejects.toMatchObject({ name: 'VersionConflictError' });
      await followed.follow(asked, { title: 'The new one', title_asked: null });
      expect(await read(row.conversation_id)).toMatchObject({ title: 'The new one', title_asked: null });
      const again = followed.follow({ ...asked, state_version: 1 }, { title: 'Another one', title_asked: null });
      await expect(again).rejects.toMatchObject({ name: 'VersionConflictError' });
    });

    it('refuses a conversation that is deleted or replaced by another of its id', async () => {
      const { conversation, read } = await scene();
      const [gone, row] = [conversation(), conversation()];
      await fixture().add({ ...row, created_at: now.toISOString() });

      for (const one of [gone, row])
        await expect(fixture().followed.follow(one, report)).rejects.toMatchObject({ name: 'VersionConflictError' });

      expect(await read(gone.conversation_id)).toBeUndefined();
      expect((await read(row.conversation_id))?.execution_status).toBeUndefined();
    });
  });
}
