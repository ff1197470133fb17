import { parseJson } from '../http/body.ts';
import { Fields } from '../http/fields.ts';

/** A receiver of events. */
export interface Webhook {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The maximum number of events per batch; a full batch is sent at once. */
  readonly eventBufferSize: number;
  /** The maximum time that an event waits for others. */
  readonly flushDelaySeconds: number;
  readonly retries: number;
  readonly retryDelaySeconds: number;
  /** Beyond these limits, the oldest events are dropped. */
  readonly maxQueueSize: number;
  readonly maxQueueBytes: number;
  readonly maxBatchBytes: number;
}

const megabyte = 1024 * 1024;

/** Ignores unknown fields. */
export function readWebhook(fields: Fields): Webhook {
  fields.require('base_url');
  const baseUrl = fields.string('base_url') ?? '';
  if (baseUrl && !isHttp(baseUrl)) fields.add(['base_url'], 'url_parsing', 'Input should be an http or https URL');
  const flushDelaySeconds = fields.number('flush_delay', 0) ?? 30;
  if (flushDelaySeconds === 0) fields.add(['flush_delay'], 'greater_than', 'Input should be greater than 0');
  return {
    baseUrl,
    headers: fields.stringMap('headers') ?? {},
    eventBufferSize: fields.integer('event_buffer_size', 1) ?? 5,
    flushDelaySeconds,
    retries: fields.integer('num_retries', 0) ?? 3,
    retryDelaySeconds: fields.integer('retry_delay', 0) ?? 5,
    maxQueueSize: fields.integer('max_queue_size', 1) ?? 1000,
    maxQueueBytes: fields.integer('max_queue_bytes', 1) ?? 50 * megabyte,
    maxBatchBytes: fields.integer('max_batch_bytes', 1) ?? 5 * megabyte,
  };
}

function isHttp(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

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

/** The receivers in the environment: `OH_WEBHOOKS_0_BASE_URL` and so on. @throws HttpError 422 */
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
