import { describe, expect, it } from 'vitest';
import type { AgentConversation, AgentTitles } from '../../../../../shared/domain/agents/webhooks/agent-histories.ts';
import { bringTitle, titleIn } from '../../../../../shared/domain/agents/webhooks/bring-title.ts';
import { logOf } from '../../../../../shared/domain/conversations/events/event.ts';
import type { Conversation } from '../../../../../shared/domain/conversations/record/conversation.ts';
import { anEvent } from '../../../../support/conversations/events/event-data.ts';
import { aConversation } from '../../../../support/conversations/record/conversation-data.ts';
import { cpuTimeOf } from '../../../../support/cpu-time.ts';
import { aRunningSandbox } from '../../../../support/sandboxes/sandbox-data.ts';
import { serviceDeps } from '../../../../support/service-deps.ts';

const LATER = '2026-11-21T15:00:00.000000Z';

/** An agent with one conversation. `before` runs before each call. */
class FakeTitles implements AgentTitles {
  title: string | null = null;
  answer: string | undefined = undefined;
  takesTitles = true;
  readonly did: string[] = [];
  before: (call: 'conversation' | 'ask' | 'rename') => Promise<unknown> = async () => undefined;

  async conversation(_: unknown, id: string): Promise<AgentConversation> {
    await this.before('conversation');
    this.did.push('look');
    return { id, title: this.title, updated_at: LATER };
  }

  async ask(): Promise<string | undefined> {
    await this.before('ask');
    this.did.push('ask');
    return this.answer;
  }

  async rename(_: unknown, _id: string, title: string): Promise<boolean> {
    await this.before('rename');
    this.did.push(`rename ${title}`);
    if (this.takesTitles) this.title = title;
    return this.takesTitles;
  }
}

async function scene(row: Partial<Conversation> = {}) {
  const stores = serviceDeps();
  const sandbox = aRunningSandbox();
  const { sandbox_id, created_at: sandbox_created_at } = sandbox;
  const conversation = aConversation({ sandbox_id, sandbox_created_at, title: 'Conversation abcde', ...row });
  stores.conversations.put(conversation);
  const { owner_id: owner, conversation_id: id } = conversation;
  const titles = new FakeTitles();
  const pauses: (() => void)[] = [];
  const deps = {
    ...stores,
    leases: stores.events,
    titles,
    pause: async () => {
      for (const act of pauses.splice(0)) act();
    },
  };
  return {
    deps,
    titles,
    conversation,
    whilePausing: (act: () => void) => void pauses.push(act),
    bring: (waits = true) => bringTitle(conversation, sandbox, { holder: 'worker', waits }, deps),
    user: (title: string | null) => stores.conversations.update(owner, id, { title }, LATER),
    stored: () => stores.conversations.find(owner, id),
  };
}

describe('a title that an agent created', () => {
  it('is stored, and not asked for again', async () => {
    const { titles, bring, stored } = await scene();
    titles.title = 'Mend the door';

    await bring();

    expect(await stored()).toMatchObject({ title: 'Mend the door', state_version: 1 });
    expect(titles.did).toEqual(['look']);
  });

  it('is requested again while the agent creates it, but only by a worker that can wait', async () => {
    const { titles, bring, stored, whilePausing } = await scene();
    whilePausing(() => {
      titles.title = 'A moment later';
    });

    await bring(false);
    expect(titles.did).toEqual(['look']);
    await bring();

    expect(await stored()).toMatchObject({ title: 'A moment later' });
  });

  it.each<[string, Partial<Conversation>]>([
    ['the user has chosen one', { title_by: 'user' }],
    ['the agent has reported one', { state_times: { title: LATER } }],
  ])('is not looked for when %s', async (_, row) => {
    const { titles, bring } = await scene(row);
    await bring();
    expect(titles.did).toEqual([]);
  });

  it('loses against a title that the user sets at the same time', async () => {
    const { titles, bring, stored, user } = await scene();
    titles.title = 'Theirs';
    titles.before = () => user('Mine');

    await bring();

    expect(await stored()).toMatchObject({ title: 'Mine', title_by: 'user' });
  });
});

describe('a title that a user requested', () => {
  const asked = { title_asked: true, title_by: null } as const;

  it('is created and accepted by the agent before it is stored', async () => {
    const { titles, bring, stored } = await scene(asked);
    Object.assign(titles, { title: 'The old one', answer: ' "Mending a door."\nIs that good?' });

    await bring();

    expect(titles.did).toEqual(['ask', 'rename Mending a door', 'look']);
    expect(await stored()).toMatchObject({ title: 'Mending a door', title_asked: null });
    expect((await stored())?.state_times?.title).toMatch(LATER);
  });

  it('is the beginning of the conversation if the model returns none', async () => {
    const { deps, conversation, bring, stored } = await scene(asked);
    const llm_message = { role: 'user', content: [{ type: 'text', text: `${'Mend the door '.repeat(9)}\nplease` }] };
    await deps.events.append(logOf(conversation), [anEvent({ kind: 'MessageEvent', source: 'user', llm_message })]);

    await bring();

    expect((await stored())?.title).toBe(`${'Mend the door '.repeat(9).slice(0, 49)}…`);
  });

  it('stays requested until the agent accepts it or has a message', async () => {
    const { titles, bring, stored } = await scene(asked);
    await bring();
    Object.assign(titles, { answer: 'Mending', takesTitles: false });
    await bring();

    expect(await stored()).toMatchObject({ title: 'Conversation abcde', title_asked: true });
    titles.takesTitles = true;
    await bring();
    expect(await stored()).toMatchObject({ title: 'Mending' });
  });

  it.each(['ask', 'rename', 'conversation'] as const)('loses against a title given during: %s', async (call) => {
    const { titles, bring, stored, user } = await scene(asked);
    titles.answer = 'Theirs';
    titles.before = async (now) => (now === call ? user('Mine') : undefined);

    await bring();

    expect(await stored()).toMatchObject({ title: 'Mine', title_by: 'user', title_asked: null });
  });

  it('is requested by one worker at a time', async () => {
    const { deps, titles, conversation, bring } = await scene(asked);
    await deps.leases.acquire(logOf(conversation), 'title', 'another', new Date(deps.now().getTime() + 1_000));
    await bring();
    expect(titles.did).toEqual([]);
  });
});

describe('the title in an answer', () => {
  it.each([
    [' "Mending a door."\nIs that good?', 'Mending a door'],
    ['## **Mending: #42**.', 'Mending: #42'],
    ['.env files are missing', '.env files are missing'],
    ['"."', ''],
    [`${'x'.repeat(900)}${' '.repeat(300_000)}x`, 'x'.repeat(900)],
    [' '.repeat(300_000), ''],
  ])('has no quotes, marks and full stop around it: %#', (answer, title) => {
    expect(titleIn(answer)).toBe(title);
  });

  it('is found in linear time', () => {
    const time = cpuTimeOf(() => {
      for (const worst of [' ', '"', '. ', '\t*']) titleIn(`x${worst.repeat(2_000_000)}x`);
    });
    // The quadratic expression took 38 s for 300 KB.
    expect(time).toBeLessThan(1_000);
  });
});
