import { parseJson } from '../http/body.ts';
import { Fields } from '../http/fields.ts';
import { readWebhook, type Webhook } from './webhook.ts';

const prefix = 'OH_WEBHOOKS';
const numbers = [
  'EVENT_BUFFER_SIZE',
  'FLUSH_DELAY',
  'NUM_RETRIES',
  'RETRY_DELAY',
  'MAX_QUEUE_SIZE',
  'MAX_QUEUE_BYTES',
  'MAX_BATCH_BYTES',
];

/**
 * The receivers that the environment names: `OH_WEBHOOKS_0_BASE_URL` and so on.
 *
 * @throws HttpError 422 when one cannot be used.
 */
export function readEnvironmentWebhooks(environment: Readonly<Record<string, string | undefined>>): Webhook[] {
  const webhooks: Webhook[] = [];
  for (let at = `${prefix}_0`; environment[`${at}_BASE_URL`]; at = `${prefix}_${webhooks.length}`) {
    const values: Record<string, unknown> = { base_url: environment[`${at}_BASE_URL`] };
    for (const name of numbers) {
      const value = environment[`${at}_${name}`];
      if (value) values[name.toLowerCase()] = Number(value);
    }
    const headers = environment[`${at}_HEADERS`];
    if (headers) values.headers = parseJson(headers);
    const fields = new Fields(values, [at]);
    webhooks.push(readWebhook(fields));
    fields.finish();
  }
  return webhooks;
}
