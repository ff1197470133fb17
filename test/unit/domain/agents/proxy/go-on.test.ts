import { beforeEach, describe, expect, it } from 'vitest';
import { type GoOnDeps, goOn } from '../../../../../shared/domain/agents/proxy/go-on.ts';
import { accountOf } from '../../../../../shared/domain/billing/budgets/account.ts';
import type { Conversation } from '../../../../../shared/domain/conversations/record/conversation.ts';
import { MemoryBudgetWaits } from '../../../../support/broker/memory-budget-waits.ts';
import { useConversationScene } from '../../../../support/conversations/record/conversation-scene.ts';
import { aSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

const { agent, deps, addIn, running } = await useConversationScene();

let spent: number;
beforeEach(() => {
  spent = 5_000_000;
});

const waiting: Partial<Conversation> = { waits_for: 'budget', max_budget_per_task: 5 };
const goOnDeps = (): GoOnDeps => ({
  keys: deps().keys,
  waits: new MemoryBudgetWaits(deps().conversations),
  room: {
    accounts: { account: async (owner_id) => accountOf({ owner_id }) },
    members: { find: async () => undefined },
    settings: { find: async () => undefined },
    spentBy: async () => ({ spent, inProgress: 0 }),
    now: deps().now,
  },
});
/** Looks at a conversation as it is now. */
async function look(id: string): Promise<boolean> {
  const row = await deps().conversations.find('ann', id);
  if (!row) throw new Error('the conversation is gone');
  return goOn(row, await deps().sandboxes.find('ann', row.sandbox_id), goOnDeps());
}
const runs = () => agent.requests.map(({ method, path }) => `${method} ${path.split('/').at(-1)}`);

describe('a conversation that waits at a budget', () => {
  it('stays as it is while the budget has no room', async () => {
    const { conversation_id: id } = await addIn(running(), waiting);

    expect(await look(id)).toBe(true);
    expect(runs()).toEqual([]);
  });

  it('goes on once the budget was raised', async () => {
    const { conversation_id: id } = await addIn(running(), { ...waiting, max_budget_per_task: 6 });

    expect(await look(id)).toBe(true);
    expect(runs()).toEqual(['POST run']);
  });

  it('goes on at most three times by itself, and then with the next message', async () => {
    const { conversation_id: id } = await addIn(running(), waiting);
    spent = 0;

    const looks = [await look(id), await look(id), await look(id), await look(id)];

    expect(looks).toEqual([true, true, true, false]);
    expect(runs()).toHaveLength(3);
  });

  it('is looked at again when its agent did not answer', async () => {
    const { conversation_id: id } = await addIn(running(), waiting);
    spent = 0;
    agent.reply = () => ({ status: 500, body: {} });

    expect(await look(id)).toBe(true);
  });

  it('waits for a resume of its sandbox', async () => {
    const { conversation_id: id } = await addIn(
      aSandbox({ phase: 'PAUSED', desired: 'PAUSED', snapshot_id: 's' }),
      waiting,
    );
    spent = 0;

    expect(await look(id)).toBe(false);
    expect(runs()).toEqual([]);
  });

  it('is left alone if it does not wait', async () => {
    const { conversation_id: id } = await addIn(running());

    expect(await look(id)).toBe(false);
    expect(runs()).toEqual([]);
  });

  it('is repeated by one of two workers that look at the same time', async () => {
    const sandbox = running();
    const row = await addIn(sandbox, waiting);
    spent = 0;

    await Promise.all([goOn(row, sandbox, goOnDeps()), goOn(row, sandbox, goOnDeps())]);

    expect(runs()).toEqual(['POST run']);
  });
});
