import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { answerOf } from '../../../shared/client/answer-of.ts';
import { waitForAnswer } from '../../support/service/conversations.ts';
import { newOwner } from '../../support/service/owners.ts';
import { rememberSecret } from '../../support/service/secrets-of-run.ts';

async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('a program with the typed client', () => {
  it('starts, uses, lists and deletes a conversation', async () => {
    const { client } = await newOwner();
    const { api } = client;
    const statuses: string[] = [];
    const idempotencyKey = randomUUID();
    const request = {
      title: 'Typed from end to end',
      initial_message: { role: 'user' as const, content: [{ type: 'text' as const, text: 'Hello' }], run: true },
    };

    const started = await client.startConversation(request, {
      idempotencyKey,
      onStatus: (status) => statuses.push(status),
    });
    rememberSecret('a session key', started.session_api_key);
    // What crashed after its start and comes again with the same key gets the same conversation.
    const again = await client.startConversation(request, { idempotencyKey });

    expect(statuses.at(-1)).toBe('READY');
    expect(again.id).toBe(started.id);
    expect(started).toMatchObject({ title: 'Typed from end to end', sandbox_status: 'RUNNING' });
    await waitForAnswer({ url: started.conversation_url, sessionKey: started.session_api_key });

    const conversations = await all(client.conversations({ limit: 1 }));
    const sandboxes = await all(client.sandboxes());
    expect(conversations.map(({ id }) => id)).toEqual([started.id]);
    expect(sandboxes.map(({ id }) => id)).toEqual([started.sandbox_id]);

    const path = { conversation_id: started.id };
    const renamed = await answerOf(
      api.PATCH('/api/v1/app-conversations/{conversation_id}', { params: { path }, body: { title: 'Renamed' } }),
    );
    expect(renamed.title).toBe('Renamed');

    await api.DELETE('/api/v1/app-conversations/{conversation_id}', { params: { path } });
    const gone = api.GET('/api/v1/app-conversations/{conversation_id}', { params: { path } });
    await expect(gone).rejects.toMatchObject({ name: 'ApiProblem', status: 404, code: 'not_found' });
  });

  it('receives the name of an invalid field', async () => {
    const { client } = await newOwner();
    const tooLong = client.startConversation({ title: 'x'.repeat(201) });

    await expect(tooLong).rejects.toMatchObject({
      status: 422,
      code: 'validation_failed',
      problem: { errors: [expect.objectContaining({ pointer: '#/title' })] },
    });
  });
});
