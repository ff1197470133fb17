import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { describe, expect, it, vi } from 'vitest';
import type { Account } from '../../../../../infra/doctor/account/account.ts';
import { readStacks } from '../../../../../infra/doctor/account/stacks.ts';

import { roles } from '../../../../../infra/doctor/checks/roles.ts';
import { aSubject, levels } from '../../../../support/doctor/a-subject.ts';

const PREFIX = 'agent-conversations-prod';

/** What doctor says in an account without a free role, which has these stacks. */
async function judged(statuses: Readonly<Record<string, string>>) {
  const Stacks = Object.entries(statuses).map(([part, StackStatus]) => ({
    StackName: `${PREFIX}-${part}`,
    StackStatus,
  }));
  const client = new CloudFormationClient({ region: 'eu-west-1' });
  vi.spyOn(client, 'send').mockImplementation(async () => ({ Stacks, StackResourceSummaries: [] }));
  const iam = { send: async () => ({ SummaryMap: { Roles: 1_000, RolesQuota: 1_000 } }) };
  const subject = aSubject({ when: 'before' });
  const account = { iam, stacks: () => readStacks(client, PREFIX) } as unknown as Account;
  return levels(await roles.run(account, subject));
}

describe('doctor on roles that no longer fit', () => {
  it('warns before the stage has its roles, whatever else has been deployed', async () => {
    expect(await judged({})).toEqual(['warning']);
    expect(await judged({ delivery: 'CREATE_COMPLETE' })).toEqual(['warning']);
    expect(await judged({ data: 'CREATE_COMPLETE', api: 'ROLLBACK_COMPLETE' })).toEqual(['warning']);
  });

  it('is content when the stage has them', async () => {
    expect(await judged({ api: 'CREATE_COMPLETE' })).toEqual(['ok']);
    expect(await judged({ api: 'UPDATE_ROLLBACK_COMPLETE' })).toEqual(['ok']);
  });
});
