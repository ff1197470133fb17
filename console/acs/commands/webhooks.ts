import { answerOf } from '../../../shared/client/answer-of.ts';
import type { components } from '../../../shared/client/api-types.ts';
import { type EventFilter, eventFilters } from '../arguments/choices.ts';
import { durationOf, endpointId, yesOption } from '../arguments/options.ts';
import { noun, verb } from '../command.ts';
import { wrongUsage } from '../output/failure.ts';
import { type Output, styleOf } from '../output/output.ts';
import { oneLine } from '../output/plain.ts';
import { confirmUnless } from '../session/prompts.ts';
import { pingWebhook, redeliver, webhookMessages } from './webhook-messages.ts';

export type Endpoint = components['schemas']['WebhookEndpoint'];

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

/** Prints the secret alone on stdout, so that a program can store it, and the notes on stderr. */
function showSecret(made: components['schemas']['WebhookEndpointWithSecret'], out: Output): void {
  if (!out.json) {
    out.say(`The endpoint ${made.id} receives ${made.events.join(', ')} at ${oneLine(made.url)}.`);
    out.say('This is the only time the signing secret is shown:');
  }
  out.show(made, () => made.secret);
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
    showSecret(await answerOf(api.POST('/api/v1/webhook-endpoints', { body })), out);
  },
});

const getWebhook = verb({
  command: 'get <id>',
  aliases: ['show', 'view'],
  describe: 'Show a webhook endpoint',
  positionals: endpointId,
  examples: [['webhooks get whe_1', 'Its events, and why it is disabled']],
  run: async ({ id }, { out, client }) => {
    const { api } = await client();
    const params = { path: { endpoint_id: id } };
    const found = await answerOf(api.GET('/api/v1/webhook-endpoints/{endpoint_id}', { params }));
    out.show(found, () => factsOf(found, out));
  },
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
    if (Object.values(body).every((value) => value === undefined))
      throw wrongUsage('Nothing to change.', 'See: acs webhooks update --help');
    const { api } = await client();
    const params = { path: { endpoint_id: id } };
    const changed = await answerOf(api.PATCH('/api/v1/webhook-endpoints/{endpoint_id}', { params, body }));
    out.show(changed, () => factsOf(changed, out));
  },
});

const deleteWebhook = verb({
  command: 'delete <id>',
  aliases: ['rm'],
  describe: 'Delete a webhook endpoint and its messages',
  positionals: endpointId,
  options: yesOption,
  examples: [['webhooks delete whe_1 --yes', 'Without confirmation']],
  run: async ({ id, yes }, { out, client }) => {
    const { api } = await client();
    const params = { path: { endpoint_id: id } };
    const { url } = await answerOf(api.GET('/api/v1/webhook-endpoints/{endpoint_id}', { params }));
    await confirmUnless(yes, `This deletes the endpoint ${oneLine(url)} and its messages.`);
    await answerOf(api.DELETE('/api/v1/webhook-endpoints/{endpoint_id}', { params }));
    out.show({ id, deleted: true }, () => `Deleted the endpoint ${id}.`);
  },
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
    const params = { path: { endpoint_id: id } };
    const body = { overlap_seconds: durationOf('overlap', overlap) };
    showSecret(
      await answerOf(api.POST('/api/v1/webhook-endpoints/{endpoint_id}/rotate-secret', { params, body })),
      out,
    );
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
