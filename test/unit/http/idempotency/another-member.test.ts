import { expect, it } from 'vitest';
import { createAppConversation } from '../../../../functions/conversations/create-app-conversation.ts';
import type { Role } from '../../../../shared/contract/shapes/roles.ts';
import { systemClock } from '../../../../shared/platform/clock.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { MemoryClaimStore } from '../../../support/http/memory-claim-store.ts';
import { serviceDeps } from '../../../support/service-deps.ts';

/** Starts a private conversation, each time with the same Idempotency-Key. */
function scene() {
  const [deps, claims] = [serviceDeps(), { claims: new MemoryClaimStore(), now: systemClock }];
  return (keyId: string, personId?: string, role: Role = 'member') => {
    const person = personId === undefined ? undefined : { id: personId, role, name: null, email: null };
    const visibility = personId === undefined ? 'members' : 'private';
    return invoke(createAppConversation, deps, {
      body: { visibility, title: 'Salaries' },
      caller: { keyId, ...(person ? { person } : {}) },
      headers: { 'Idempotency-Key': 'nightly' },
      claims,
    });
  };
}

it('a member gets no response to a request of another member, whose conversation can be private', async () => {
  const start = scene();
  const first = await start('ann-token', 'ann-person');

  const [foreign, other, admin] = [
    await start('bob-token', 'bob-person'),
    await start('ann-key', 'ann-person'),
    await start('eve-token', 'eve-person', 'admin'),
  ];

  expect(first.status, first.text).toBe(200);
  expect([foreign.status, foreign.body.code]).toEqual([422, 'idempotency_key_reused']);
  expect(foreign.text).not.toContain(first.body.conversation_id);
  expect([other.text, admin.text]).toEqual([first.text, first.text]);
});

it('a member gets no response to a request of a key that belongs to no member', async () => {
  const start = scene();
  await start('service-key');

  expect((await start('bob-token', 'bob-person')).body.code).toBe('idempotency_key_reused');
});
