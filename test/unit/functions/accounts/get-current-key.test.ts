import { describe, expect, it } from 'vitest';
import { getCurrentKey } from '../../../../functions/accounts/get-current-key.ts';
import { organizationOf } from '../../../../shared/domain/accounts/organization.ts';
import { invoke } from '../../../support/http/invoke.ts';

describe('GET /api/keys/current', () => {
  it.each([
    ['bearer', 'bearer'],
    ['session-header', 'api_key'],
  ] as const)('returns the key of a call with %s, of the organization of its owner', async (scheme, authType) => {
    const scopes = ['keys:read'] as const;
    const caller = { ownerId: 'ann', keyId: 'k12', keyName: 'laptop', scheme, scopes };

    const own = organizationOf('ann');

    const { status, body } = await invoke(getCurrentKey, {}, { caller });

    expect([status, body]).toEqual([
      200,
      { id: 'k12', name: 'laptop', org_id: own, bound_org_id: own, user_id: 'ann', auth_type: authType, scopes },
    ]);
  });

  it('returns a key without a name', async () => {
    expect((await invoke(getCurrentKey, {})).body.name).toBeNull();
  });
});
