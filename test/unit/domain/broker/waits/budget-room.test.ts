import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../shared/contract/shapes/json.ts';
import { limitsOf, type SomeLimits } from '../../../../../shared/contract/shapes/limits.ts';
import { accountOf, type OwnerAccount } from '../../../../../shared/domain/billing/budgets/account.ts';
import { hasRoom } from '../../../../../shared/domain/broker/waits/budget-room.ts';
import { noSettings } from '../../../../../shared/domain/settings/settings-store.ts';
import { aConversation } from '../../../../support/conversations/record/conversation-data.ts';
import { aRunningSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

const now = () => new Date('2026-11-21T12:00:00Z');
const USD = 1_000_000;

interface Given {
  readonly account?: Partial<OwnerAccount>;
  readonly budget?: number;
  readonly ofSettings?: number;
  readonly spent?: number;
  readonly inProgress?: number;
}

function room({ account = {}, budget, ofSettings, spent = 0, inProgress = 0 }: Given): Promise<boolean> {
  const conversation = aConversation(budget === undefined ? {} : { max_budget_per_task: budget });
  const preferences: JsonObject = ofSettings === undefined ? {} : { max_budget_per_task: ofSettings };
  return hasRoom(conversation, aRunningSandbox(), {
    accounts: { account: async (owner_id) => ({ ...accountOf({ owner_id }), ...account }) },
    members: { find: async () => undefined },
    settings: { find: async (ownerId) => ({ ...noSettings(ownerId), preferences }) },
    spentBy: async () => ({ spent: spent * USD, inProgress }),
    now,
  });
}

/** An owner with a budget of ten dollars who has spent this much in a month. */
function ofOwner(usd: number, month = '2026-11'): Partial<OwnerAccount> {
  const limits: SomeLimits = { monthly_budget_usd: 10 };
  const owner = { microUsd: usd * USD, seconds: 0 };
  return { limits: limitsOf(limits), settled: { month, at: now().toISOString(), owner, lineages: new Map() } };
}

describe('the room in the budgets of a conversation', () => {
  it.each<[string, Given, boolean]>([
    ['without budgets', {}, true],
    ['of a conversation that has spent less', { budget: 5, spent: 4 }, true],
    ['of a conversation that has spent all', { budget: 5, spent: 5 }, false],
    ['of a conversation whose rest others use', { budget: 5, spent: 4.9, inProgress: 1 }, false],
    ['of a conversation with a raised budget', { budget: 6, spent: 5 }, true],
    ['of a conversation by the settings', { ofSettings: 5, spent: 5 }, false],
    ['of a conversation without a limit', { budget: 0, ofSettings: 5, spent: 9 }, true],
    ['of an owner who has spent less', { account: ofOwner(9) }, true],
    ['of an owner who has spent all', { account: ofOwner(10) }, false],
    ['of an owner in the next month', { account: ofOwner(10, '2026-10') }, true],
    ['of a suspended owner', { account: { suspension: { at: now().toISOString(), reason: null } } }, false],
  ])('%s', async (_name, given, expected) => {
    expect(await room(given)).toBe(expected);
  });
});
