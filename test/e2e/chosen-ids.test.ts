import { expect, it } from 'vitest';
import { startConversation } from './support/conversations.ts';
import { newOwner } from './support/owners.ts';
import { processesOf } from './support/sandboxes.ts';

it('gives two owners who choose one id a sandbox each, with keys of their own', async () => {
  const [alice, mallory] = await Promise.all([newOwner(), newOwner()]);
  const theirs = await startConversation(alice.api);

  const chosen = await startConversation(mallory.api, { conversation_id: theirs.sandboxId });

  expect(chosen.sandboxId).toBe(theirs.sandboxId);
  expect(chosen.sessionKey).not.toBe(theirs.sessionKey);
  expect(new URL(chosen.url).host).not.toBe(new URL(theirs.url).host);
  expect(await processesOf(theirs.sandboxId)).toHaveLength(2);
  const stolen = await fetch(theirs.url, { headers: { 'X-Session-API-Key': chosen.sessionKey } });
  expect(stolen.status).toBe(401);
});
