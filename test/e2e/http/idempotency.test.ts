import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startConversation } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { Faults } from '../../support/service/faults.ts';
import { heardBy, isReplay, said, sendOnce } from '../../support/service/idempotency.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { withSweeps } from '../../support/service/sweeps.ts';

const { stateDirectory } = service();

describe.runIf(stateDirectory !== null)(
  'send-message when its function is killed before it records that the agent has the message',
  () => {
    it('sends the message once when the request is repeated, and confirms it', async () => {
      const { api } = await newOwner();
      const talking = await startConversation(api);
      const path = `/api/v1/app-conversations/${talking.id}/send-message`;
      const key = randomUUID();
      const send = () => sendOnce(api, path, said('only once'), key);
      const faults = new Faults(stateDirectory ?? '');
      await faults.add({
        service: 'dynamodb',
        action: 'DeleteItem',
        kind: 'crash',
        when: 'before',
        times: 1,
        function: 'send-message',
      });

      expect((await send()).status).toBe(502);
      await faults.committed();
      const answer = await send();

      expect([answer.status, isReplay(answer)]).toEqual([200, true]);
      const confirmed = eventually('a worker finds the message at the agent', async () => {
        const { body } = await api.get(`/api/v1/conversations/${talking.id}/pending-messages`);
        return body.items.length === 0;
      });
      await withSweeps(stateDirectory ?? '', confirmed);
      expect((await heardBy(talking)).filter((text) => text === 'only once')).toHaveLength(1);
      expect((await send()).body.state).toBe('delivered');
    });
  },
);

describe.runIf(stateDirectory !== null)(
  'a fork of a conversation whose function is killed after it took the copy',
  () => {
    it('begins from that copy when the request is repeated', async () => {
      const { api } = await newOwner();
      const talking = await startConversation(api);
      const [path, key] = [`/api/v1/app-conversations/${talking.id}/fork`, randomUUID()];
      const faults = new Faults(stateDirectory ?? '');
      await faults.add({
        service: 'dynamodb',
        action: 'TransactWriteItems',
        kind: 'crash',
        when: 'after',
        times: 1,
        function: 'fork-conversation',
      });

      expect((await sendOnce(api, path, {}, key)).status).toBe(502);
      await faults.committed();
      const answer = await sendOnce(api, path, {}, key);

      expect([answer.status, isReplay(answer)]).toEqual([200, false]);
      expect((await api.get('/api/v1/limits')).body.snapshots.owner.used).toBe(1);
      expect((await sendOnce(api, path, {}, key)).body.id).toBe(answer.body.id);
    });
  },
);
