import { startConversation, waitForSandbox } from '../support/service/conversations.ts';
import { newOwner, type Owner } from '../support/service/owners.ts';
import { deliveryKeyOf } from '../support/service/webhooks.ts';
import type { Operation } from './document.ts';
import type { Request } from './requests.ts';
import type { Known } from './values.ts';

/** The credentials and known values for requests. */
export interface Actor {
  /** Credentials for operations with an API key. */
  readonly apiKey: string;
  /** Credentials for operations with the session key of a sandbox. */
  readonly sessionKey: string;
  /** Credentials for the webhooks of that sandbox's agent. */
  readonly deliveryKey: string;
  readonly known: Known;
}

export interface World {
  actorOf(operation: Operation): Actor;
}

/** Enough for any run, because rate limits are not tested here. */
const RATE = '1000000';

/** Operations that would end or change objects that other operations use. */
const DESTRUCTIVE =
  /^(delete|pause|resume|revoke|stop|start|stream-start|switch)-|^create-(app-)?conversation$|(session-key|settings|profile|-tokens)$|git-providers/;

/**
 * Two owners with objects of every kind. One has a running conversation. The sandbox of the other is paused and cannot
 * start, so that a run starts only two sandboxes.
 */
export async function makeWorld(): Promise<World> {
  const rights = ['--scopes', 'admin', '--requests-per-minute', RATE, '--sandboxes', '1'];
  const [lasting, passing] = await Promise.all([newOwner(rights), newOwner(rights)]);
  const [running, resting] = await Promise.all([startConversation(lasting.api), startConversation(passing.api)]);
  const more = await Promise.all([1, 2].map(() => startConversation(passing.api, { sandbox_id: resting.sandboxId })));
  await passing.api.post(`/api/v1/sandboxes/${resting.sandboxId}/pause`);
  await waitForSandbox(passing.api, resting.sandboxId, 'PAUSED');
  await lasting.api.send('PATCH', `/api/v1/owners/${passing.name}`, { body: { limits: { sandboxes: 0 } } });
  const [alive, dead] = await Promise.all([
    actorOf(lasting, running.sessionKey, [running]),
    actorOf(passing, running.sessionKey, [resting, ...more]),
  ]);
  return { actorOf: ({ id }) => (DESTRUCTIVE.test(id) ? dead : alive) };
}

interface Place {
  readonly id: string;
  readonly sandboxId: string;
  readonly taskId: string;
}

async function actorOf({ api, name, apiKey }: Owner, sessionKey: string, places: readonly Place[]): Promise<Actor> {
  const made = await Promise.all([
    api.post('/api/keys', { name: 'spare' }),
    api.post('/api/keys', { name: 'another' }),
    api.post('/api/v1/owners', { id: `${name}-child` }),
    api.post('/api/v1/webhook-endpoints', { url: 'https://8.8.8.8/hook', events: ['*'], enabled: false }),
    api.post('/oauth/device/authorize'),
  ]);
  const [spare, another, owner, endpoint, device] = made.map(({ body }) => body ?? {});
  await api.post('/api/v1/secrets', { name: 'A_TOKEN', value: 'a value' });
  await api.post('/api/v1/settings/profiles/own', { llm: { model: 'anthropic/claude-sonnet-4-5' } });
  const ping = await api.post(`/api/v1/webhook-endpoints/${endpoint.id}/ping`);
  const page = await api.get('/api/v1/audit', { limit: 1 });
  const events = await api.get(`/api/v1/conversation/${places[0]?.id}/events/search`, { limit: 5 });
  const ids = places.map(({ id }) => id);
  const sandboxIds = [...new Set(places.map(({ sandboxId }) => sandboxId))];
  const eventIds = (events.body?.items ?? []).map(({ id }: { id: string }) => id);
  const known = {
    conversation_id: ids,
    conversation_id__eq: ids,
    parent_conversation_id: ids,
    sandbox_id: sandboxIds,
    sandbox_id__eq: sandboxIds,
    sandbox_spec_id: ['reference', 'openhands'],
    capacity: ['on_demand', 'spot'],
    id: [...sandboxIds, ...eventIds, ...ids],
    event_id: eventIds,
    key_id: [spare.id, another.id],
    owner_id: [owner.id],
    org_id: [name],
    endpoint_id: [endpoint.id],
    message_id: [ping.body?.id],
    secret_id: ['A_TOKEN'],
    secret_name: ['A_TOKEN', 'github_token'],
    name: ['own', 'A_TOKEN'],
    profile_name: ['own'],
    user_code: [device.user_code],
    device_code: [device.device_code],
    page_id: [page.body?.next_page_id],
    url: ['https://8.8.8.8/hook', 'https://1.1.1.1:8443/in'],
  };
  return { apiKey, sessionKey, deliveryKey: await deliveryKeyOf(sessionKey), known };
}

/** Removes the waits from a request, because the state would never come. */
export function tamed(request: Request): Request {
  const { operation, query } = request;
  const waits = operation.id === 'get-sandbox' && query.wait !== undefined;
  return waits ? { ...request, query: { ...query, timeout: 0 } } : request;
}
