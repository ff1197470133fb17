import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { beforeAll, expect, it } from 'vitest';
import type { Query } from '../../support/service/api.ts';
import { newOwner, type Owner, service } from '../../support/service/owners.ts';
import { LocalTables } from '../../support/service/tables.ts';

const path = '/api/v1/sandboxes';

let owner: Owner;
let id: string;
beforeAll(async () => {
  owner = await newOwner();
});

const wait = (query: Query) => owner.api.get(`${path}/${id}`, query);

/** Waits as often as the sandbox needs: on a busy machine one wait is too short. */
async function waitForRun() {
  for (;;) {
    const answer = await wait({ wait: 'RUNNING', timeout: 25 });
    if (answer.body.status !== 'STARTING') return answer;
  }
}

it('a wait for RUNNING answers once the sandbox runs, after a start and after a resume', async () => {
  id = (await owner.api.post(path)).body.id;
  const started = await waitForRun();
  await owner.api.post(`${path}/${id}/pause`);
  const paused = await wait({ wait: 'RUNNING', timeout: 25 });
  await owner.api.post(`${path}/${id}/resume`);
  const resumed = await waitForRun();

  expect(started.status, started.text).toBe(200);
  expect(started.body).toMatchObject({ status: 'RUNNING', session_api_key: expect.any(String) });
  // A paused sandbox does not run by itself: the wait ends at once.
  expect([paused.status, paused.body.status]).toEqual([200, 'PAUSED']);
  expect(resumed.body).toMatchObject({ status: 'RUNNING', session_api_key: expect.any(String) });
  expect(resumed.body.session_api_key).not.toBe(started.body.session_api_key);
});

it('a wait of a key whose places are all taken answers at once with the present state and Retry-After', async () => {
  const busy = await newOwner();
  const tables = await LocalTables.of(service().stateDirectory ?? '');
  const until = { N: String(Date.now() + 600_000) };
  const slots = Object.fromEntries([0, 1, 2, 3, 4].map((slot) => [`until_${slot}`, until]));
  const Item = { waits_key: { S: `${busy.name}/${busy.keyId}` }, ...slots };
  await tables.client.send(new PutItemCommand({ TableName: tables.name('Waits'), Item }));
  tables.close();
  const { body: started } = await busy.api.post(path);

  // The sandbox does not fail, so a wait that was not refused would have no Retry-After.
  const answer = await busy.api.get(`${path}/${started.id}`, { wait: 'ERROR' });

  expect([answer.status, answer.headers.get('retry-after')]).toEqual([200, '2']);
  expect(['STARTING', 'RUNNING']).toContain(answer.body.status);
});
