import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startConversation } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { Faults } from '../../support/service/faults.ts';
import { heardBy, isReplay, said, sendOnce } from '../../support/service/idempotency.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { processesOf } from '../../support/service/sandboxes.ts';

const { stateDirectory } = service();

describe.runIf(stateDirectory !== null)(
  'send-message when its function is killed before it records the message',
  () => {
    const state = stateDirectory ?? '';

    it('sends the message once when the request is repeated', { timeout: 240_000 }, async () => {
      const { api } = await newOwner();
      const talking = await startConversation(api);
      const path = `/api/v1/app-conversations/${talking.id}/send-message`;
      const key = randomUUID();
      const send = (text: string, own = key) => sendOnce(api, path, said(text), own);
      // Keeps two instances of the function warm, so that neither request waits for a cold start.
      await Promise.all([1, 2].map((number) => send(`a word before (${number})`, randomUUID())));
      const processes = await processesOf(talking.sandboxId);
      for (const { pid } of processes) process.kill(pid, 'SIGSTOP');
      // One of two concurrent requests is refused. The other waits for the agent.
      const sent = [send('only once'), send('only once')] as const;
      const refused = await Promise.race(sent.map(async (answer, index) => ({ index, answer: await answer })));
      expect(refused.answer.body.code, refused.answer.text).toBe('idempotency_in_progress');
      const killed = refused.index === 0 ? sent[1] : sent[0];
      const faults = new Faults(state);
      await faults.add({
        service: 'dynamodb',
        action: 'PutItem',
        kind: 'crash',
        when: 'before',
        times: 1,
        function: 'send-message',
      });
      for (const { pid } of processes) process.kill(pid, 'SIGCONT');

      expect((await killed).status).toBe(502);
      await faults.committed();
      const answer = await eventually('the lease ends', async () => {
        const next = await send('only once');
        return next.status === 409 ? undefined : next;
      });

      expect(answer.status, answer.text).toBe(200);
      expect((await heardBy(talking)).filter((text) => text === 'only once')).toHaveLength(1);
      expect(isReplay(await send('only once'))).toBe(true);
    });
  },
);
