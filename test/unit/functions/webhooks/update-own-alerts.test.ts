import { expect, it } from 'vitest';
import { updateOwnAlerts } from '../../../../functions/webhooks/update-own-alerts.ts';
import { aPerson } from '../../../support/accounts/people/a-person.ts';
import { aCaller } from '../../../support/http/a-caller.ts';
import { invoke } from '../../../support/http/invoke.ts';

it.each([[null], ['"Ann, the boss"@example.com'], ['ann@localhost'], ['änn@example.com']])(
  'no mail is promised to a person whose provider tells the address %s',
  async (email) => {
    const person = { id: aPerson().id, role: 'member' as const, name: null, email };
    const request = { caller: { ...aCaller, person }, body: { mail: true } };

    const { status, body } = await invoke(updateOwnAlerts, {} as never, request);

    expect([status, body.errors?.[0].loc]).toEqual([422, ['body', 'mail']]);
  },
);

it('a key that cannot read conversations names no receiver of their titles', async () => {
  const person = { id: aPerson().id, role: 'member' as const, name: null, email: 'ann@example.com' };
  const caller = { ...aCaller, person, scopes: ['usage:read'] as const };

  const { status, body } = await invoke(updateOwnAlerts, {} as never, { caller, body: { mail: true } });

  expect([status, body.required_scope]).toEqual([403, 'conversations:read']);
});
