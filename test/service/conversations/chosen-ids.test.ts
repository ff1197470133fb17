import { expect, it } from 'vitest';
import { startConversation } from '../../support/service/conversations.ts';
import { newOwner } from '../../support/service/owners.ts';
import { processesOf } from '../../support/service/sandboxes.ts';
import { rememberSecret } from '../../support/service/secrets-of-run.ts';

it('two owners with the same conversation id have separate sandboxes and keys', async () => {
  const [alice, mallory] = await Promise.all([newOwner(), newOwner()]);
  const theirs = await startConversation(alice.api);

  const chosen = await mallory.client.startConversation({ conversation_id: theirs.sandboxId });
  rememberSecret('a session key', chosen.session_api_key);

  expect(chosen.sandbox_id).toBe(theirs.sandboxId);
  expect(chosen.session_api_key).not.toBe(theirs.sessionKey);
  expect(agentOf(chosen.conversation_url)).not.toBe(agentOf(theirs.url));
  expect(await processesOf(theirs.sandboxId)).toHaveLength(2);
  const stolen = await fetch(theirs.url, { headers: { 'X-Session-API-Key': chosen.session_api_key } });
  expect(stolen.status).toBe(401);
});

const agentOf = (conversationUrl: string) => conversationUrl.replace(/\/api\/.*$/, '');
