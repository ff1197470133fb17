import { beforeAll, describe, expect, it } from 'vitest';
import { newOwner, type Owner, service } from '../../support/service/owners.ts';

/** The requests of the web UI of November 2025 for its page of API keys, as it sends them, and what it reads. */
describe('the page of API keys', () => {
  let owner: Owner;
  beforeAll(async () => {
    owner = await newOwner();
  });

  async function send(method: string, path: string, body?: object) {
    const headers = { 'X-Session-API-Key': owner.apiKey, Accept: 'application/json, text/plain, */*' };
    const response = await fetch(`${service().baseUrl}${path}`, {
      method,
      headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: the page reads answers by their fields, unchecked
    const data = (await response.json()) as any;
    return { status: response.status, data };
  }

  it('lists keys, makes one, shows it once and deletes it', async () => {
    const made = await send('POST', '/api/keys', { name: 'from the page' });
    expect(made).toMatchObject({
      status: 200,
      data: { id: expect.any(String), name: 'from the page', key: expect.stringMatching(/^acs_/) },
    });
    const { id, key, created_at } = made.data;
    const listed = { id, name: 'from the page', created_at, last_used_at: null };

    const { status, data } = await send('GET', '/api/keys');
    expect([status, Array.isArray(data)]).toEqual([200, true]);
    expect(data).toContainEqual(expect.objectContaining(listed));
    expect(JSON.stringify(data)).not.toContain(key);

    expect((await send('DELETE', `/api/keys/${id}`)).status).toBe(200);
    expect((await send('GET', '/api/keys')).data.map((one: { id: string }) => one.id)).not.toContain(id);
  });

  it('learns that there is no key for language models, and gets a reason when it asks for another', async () => {
    expect(await send('GET', '/api/keys/llm/byor')).toEqual({ status: 200, data: { key: null } });
    const refreshed = await send('POST', '/api/keys/llm/byor/refresh');
    expect([refreshed.status, refreshed.data.detail]).toEqual([404, expect.any(String)]);
  });
});
