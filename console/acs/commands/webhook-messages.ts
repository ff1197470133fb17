import { answerOf, everyItem } from '../../../shared/client/answer-of.ts';
import type { components, paths } from '../../../shared/client/api-types.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import { duration } from '../../../shared/presentation/time.ts';
import { deliveryStatuses, messageFilters } from '../arguments/choices.ts';
import { endpointId, isoOf, limitOption, messageId, pageSize, take } from '../arguments/options.ts';
import { verb } from '../command.ts';
import { type Output, styleOf } from '../output/output.ts';
import { oneLine, plain } from '../output/plain.ts';
import { serviceClock } from '../service-clock.ts';

export const pingWebhook = verb({
  command: 'ping <id>',
  aliases: ['test'],
  describe: 'Send a test message',
  positionals: endpointId,
  examples: [['webhooks ping whe_1', 'See the result: acs webhooks messages whe_1']],
  run: async ({ id }, { out, client }) => {
    const { api } = await client();
    const params = { path: { endpoint_id: id } };
    const sent = await answerOf(api.POST('/api/v1/webhook-endpoints/{endpoint_id}/ping', { params }));
    out.show(sent, () => `Message ${sent.id} is queued. See: acs webhooks messages ${id} ${sent.id}`);
  },
});

type Message = components['schemas']['WebhookMessage'];
type Attempt = components['schemas']['WebhookAttemptWithAnswer'];

export const webhookMessages = verb({
  command: 'messages <id> [message]',
  aliases: ['deliveries'],
  describe: 'List the messages of an endpoint, or show one with its attempts',
  positionals: { ...endpointId, message: { ...messageId.message, demandOption: false } },
  options: {
    ...limitOption,
    status: { type: 'string', choices: deliveryStatuses, requiresArg: true, describe: 'Only with this status' },
    event: { type: 'string', choices: messageFilters, requiresArg: true, describe: 'Only this event, or sandbox.*' },
    from: { type: 'string', requiresArg: true, describe: 'Only from this time on: 2027-01-01, 2h' },
    to: { type: 'string', requiresArg: true, describe: 'Only before this time' },
  },
  examples: [
    ['webhooks messages whe_1', 'Newest first'],
    ['webhooks messages whe_1 --status failed --from 1d', 'What failed since yesterday'],
    ['webhooks messages whe_1 msg_1', 'Body, attempts and responses'],
  ],
  run: async ({ id, message, limit, status, event, from, to }, { out, client: open }) => {
    const now = serviceClock.now();
    const filter = { status, type: event, from: isoOf('from', from, now), to: isoOf('to', to, now) };
    const client = await open();
    if (message === undefined) await list(client, id, { limit, filter }, out);
    else await show(client, id, message, out);
  },
});

interface Listed {
  readonly limit: number;
  readonly filter: NonNullable<paths['/api/v1/webhook-endpoints/{endpoint_id}/messages']['get']['parameters']['query']>;
}

async function list({ api }: ServiceClient, id: string, { limit, filter }: Listed, out: Output): Promise<void> {
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const all = everyItem((page) =>
    answerOf(
      api.GET('/api/v1/webhook-endpoints/{endpoint_id}/messages', {
        params: { path: { endpoint_id: id }, query: { ...filter, limit: pageSize(limit), ...page } },
      }),
    ),
  );
  const found = await take(all, limit);
  const none = isFiltered ? 'No messages match.' : 'No messages yet. Send a test: acs webhooks ping ENDPOINT';
  out.list(found, none, () =>
    out.table(found, [
      { title: 'ID', of: (row) => row.id, keepsEnd: true },
      { title: 'type', of: ({ type }) => type },
      { title: 'status', of: ({ status }) => status, paint: (text) => out.paint(styleOf(text), text) },
      { title: 'attempts', of: (row) => row.attempt_count, align: 'right' },
      { title: 'last response', of: lastResponse, shrinks: true },
      { title: 'created', of: (row) => out.time(row.created_at), isSpare: true },
      { title: 'next attempt', of: (row) => out.time(row.next_attempt_at) },
    ]),
  );
}

async function show({ api }: ServiceClient, id: string, messageId: string, out: Output): Promise<void> {
  const params = { path: { endpoint_id: id, message_id: messageId } };
  const path = '/api/v1/webhook-endpoints/{endpoint_id}/messages/{message_id}';
  const found = await answerOf(api.GET(path, { params }));
  out.show(found, () => {
    const facts = out.details([
      ['ID', found.id],
      ['Type', found.type],
      ['Object', found.object_id],
      ['Status', found.status, (text) => out.paint(styleOf(text), text)],
      ['Created', out.bothTimes(found.created_at)],
      ['Delivered', out.bothTimes(found.delivered_at)],
      ['Next attempt', out.bothTimes(found.next_attempt_at)],
    ]);
    const attempts = out.table(found.attempts, [
      { title: 'attempt', of: ({ at }) => out.bothTimes(at) },
      { title: 'response', of: ({ status }) => status },
      { title: 'took', of: (row) => duration(row.duration_ms), align: 'right' },
      { title: 'error', of: ({ error }) => error },
    ]);
    const responses = found.attempts.flatMap((attempt, index) => responseOf(attempt, found.attempts[index - 1], out));
    return [
      facts,
      ...(found.attempts.length === 0 ? [] : [attempts]),
      ...responses,
      `Body:\n${plain(found.body)}`,
    ].join('\n\n');
  });
}

/** The response of the receiver, unless it repeats the previous one. */
function responseOf({ at, status, answer }: Attempt, before: Attempt | undefined, out: Output): readonly string[] {
  if (answer === null || answer.text === before?.answer?.text) return [];
  return [`Response ${status}, ${out.bothTimes(at)}:\n${plain(answer.text)}${answer.truncated ? ' …' : ''}`];
}

function lastResponse({ attempts }: Message): string | null {
  const last = attempts.at(-1);
  if (last === undefined) return null;
  return last.error === null ? String(last.status) : oneLine(last.error);
}

export const redeliver = verb({
  command: 'redeliver <id> <message>',
  aliases: ['resend'],
  describe: 'Send a message again',
  positionals: { ...endpointId, ...messageId },
  examples: [['webhooks redeliver whe_1 msg_1', 'It keeps its ID, so that receivers can detect duplicates']],
  run: async ({ id, message }, { out, client }) => {
    const { api } = await client();
    const params = { path: { endpoint_id: id, message_id: message } };
    const path = '/api/v1/webhook-endpoints/{endpoint_id}/messages/{message_id}/redeliver';
    const sent = await answerOf(api.POST(path, { params }));
    out.show(sent, () => `Message ${sent.id} is queued again. See: acs webhooks messages ${id} ${sent.id}`);
  },
});
