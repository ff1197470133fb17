import { answerOf } from '../../../shared/client/answer-of.ts';
import type { components } from '../../../shared/client/api-types.ts';
import { type EventFilter, eventFilters } from '../arguments/choices.ts';
import { durationOf, endpointId } from '../arguments/options.ts';
import { noun, verb } from '../command.ts';
import { wrongUsage } from '../output/failure.ts';
import { type Output, styleOf } from '../output/output.ts';
import { oneLine } from '../output/plain.ts';
import { deleteVerb, getVerb, requireChange, showSecret } from './usual-verbs.ts';
import { pingWebhook, redeliver, webhookMessages } from './webhook-messages.ts';

export type Endpoint = components['schemas']['WebhookEndpoint'];

const ENDPOINT = '/api/v1/webhook-endpoints/{endpoint_id}';

const one = (id: string) => ({ params: { path: { endpoint_id: id } } });

/** Whether the endpoint receives events, in one word. */
function stateOf({ enabled, failing_since: failing }: Endpoint): string {
  if (!enabled) return 'disabled';
  return failing === null ? 'enabled' : 'failing';
}

function factsOf(found: Endpoint, out: Output): string {
  const state = stateOf(found);
  return out.details([
    ['ID', found.id],
    ['URL', found.url],
    ['Events', found.events.join(', ')],
    ['Description', found.description],
    ['State', state, (text) => out.paint(styleOf(text), text)],
    [
      'Disabled',
      found.disabled_reason === null ? null : `${found.disabled_reason}, ${out.bothTimes(found.disabled_at)}`,
    ],
    ['Failing since', out.bothTimes(found.failing_since)],
    ['Old secret expires', out.bothTimes(found.previous_secret_expires_at)],
    ['Created', out.bothTimes(found.created_at)],
  ]);
}

function showMade(made: components['schemas']['WebhookEndpointWithSecret'], out: Output): void {
  const receives = `The endpoint ${made.id} receives ${made.events.join(', ')} at ${oneLine(made.url)}.`;
  showSecret(made, made.secret, [receives, 'This is the only time the signing secret is shown:'], out);
}

const listWebhooks = verb({
  command: 'list',
  aliases: ['ls'],
  describe: 'List webhook endpoints',
  examples: [['webhooks list', 'URLs, events and state']],
  run: async (_, { out, client }) => {
    const { api } = await client();
    const { items } = await answerOf(api.GET('/api/v1/webhook-endpoints'));
    out.list(items, 'No webhook endpoints found. Create one: acs webhooks create https://…', () =>
      out.table(items, [
        { title: 'ID', of: ({ id }) => id, keepsEnd: true },
        { title: 'url', of: ({ url }) => url, shrinks: true },
        { title: 'events', of: ({ events }) => events.join(' '), shrinks: true, isSpare: true },
        { title: 'state', of: stateOf, paint: (text) => out.paint(styleOf(text), text) },
        {
          title: 'since',
          of: (row) => out.time(row.disabled_at ?? row.failing_since ?? row.created_at),
          isSpare: true,
        },
      ]),
    );
  },
});

const createWebhook = verb({
  command: 'create <endpoint-url>',
  aliases: ['new'],
  describe: 'Create a webhook endpoint; its signing secret is shown once',
  positionals: { 'endpoint-url': { type: 'string', demandOption: true, describe: 'https URL to send to' } },
  options: {
    events: {
      type: 'string',
      array: true,
      choices: eventFilters,
      default: ['*'] as EventFilter[],
      requiresArg: true,
      describe: 'Events to send, such as sandbox.* or key.created',
    },
    description: { type: 'string', requiresArg: true, describe: 'Description' },
  },
  examples: [
    ['webhooks create https://hooks.example.com/agents --events "sandbox.*" > secret.txt', 'Save the signing secret'],
  ],
  run: async ({ 'endpoint-url': url, events, description }, { out, client }) => {
    const body = { url, events, enabled: true, description: description ?? null };
    const { api } = await client();
    showMade(await answerOf(api.POST('/api/v1/webhook-endpoints', { body })), out);
  },
});

const getWebhook = getVerb({
  what: 'endpoint',
  describe: 'Show a webhook endpoint',
  positionals: endpointId,
  example: ['webhooks get whe_1', 'Its events, and why it is disabled'],
  find: (api, id) => answerOf(api.GET(ENDPOINT, one(id))),
  facts: factsOf,
});

const updateWebhook = verb({
  command: 'update <id>',
  aliases: ['edit'],
  describe: 'Change a webhook endpoint',
  positionals: endpointId,
  options: {
    'endpoint-url': { type: 'string', requiresArg: true, describe: 'New https URL' },
    events: { type: 'string', array: true, choices: eventFilters, requiresArg: true, describe: 'Events to send' },
    description: { type: 'string', requiresArg: true, describe: 'Description' },
    enable: { type: 'boolean', describe: 'Send events again' },
    disable: { type: 'boolean', describe: 'Stop sending events' },
  },
  examples: [['webhooks update whe_1 --enable', 'After failures disabled it']],
  run: async ({ id, 'endpoint-url': url, events, description, enable, disable }, { out, client }) => {
    if (enable && disable) throw wrongUsage('--enable and --disable cannot be combined.');
    const body = { url, events, description, enabled: enable || disable ? enable === true : undefined };
    requireChange(body, 'webhooks update');
    const { api } = await client();
    const changed = await answerOf(api.PATCH(ENDPOINT, { ...one(id), body }));
    out.show(changed, () => factsOf(changed, out));
  },
});

const deleteWebhook = deleteVerb({
  what: 'endpoint',
  describe: 'Delete a webhook endpoint and its messages',
  positionals: endpointId,
  example: ['webhooks delete whe_1 --yes', 'Without confirmation'],
  effect: async (api, id) => {
    const { url } = await answerOf(api.GET(ENDPOINT, one(id)));
    return `This deletes the endpoint ${oneLine(url)} and its messages.`;
  },
  remove: (api, id) => answerOf(api.DELETE(ENDPOINT, one(id))),
});

const rotateWebhookSecret = verb({
  command: 'rotate-secret <id>',
  describe: 'Replace the signing secret with a new one, which is shown once',
  positionals: endpointId,
  options: {
    overlap: { type: 'string', default: '1d', requiresArg: true, describe: 'How long the old secret also signs' },
  },
  examples: [['webhooks rotate-secret whe_1 --overlap 2h > secret.txt', 'Save the new secret']],
  run: async ({ id, overlap }, { out, client }) => {
    const { api } = await client();
    const body = { overlap_seconds: durationOf('overlap', overlap) };
    const rotate = '/api/v1/webhook-endpoints/{endpoint_id}/rotate-secret';
    showMade(await answerOf(api.POST(rotate, { ...one(id), body })), out);
  },
});

export const webhooks = noun('webhooks', ['webhook', 'wh'], 'Send signed events to your own URL', [
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  pingWebhook,
  webhookMessages,
  redeliver,
  rotateWebhookSecret,
]);
