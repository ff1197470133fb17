import type { components } from '../../../../shared/client/api-types.ts';
import type { Output } from '../../output/output.ts';
import { oneLine } from '../../output/plain.ts';
import { styleOf } from '../../output/statuses.ts';

export type Endpoint = components['schemas']['WebhookEndpoint'];

export const endpointId = { id: { type: 'string', demandOption: true, describe: 'Id of the endpoint' } } as const;
export const messageId = { message: { type: 'string', demandOption: true, describe: 'Id of the message' } } as const;

/** Whether it gets events, in one word. */
export function stateOf({ enabled, failing_since: failing }: Endpoint): string {
  if (!enabled) return 'disabled';
  return failing === null ? 'enabled' : 'failing';
}

export function factsOf(found: Endpoint, out: Output): string {
  const state = stateOf(found);
  return out.details([
    ['Id', found.id],
    ['Address', found.url],
    ['Events', found.events.join(', ')],
    ['Description', found.description],
    ['State', state, (text) => out.paint(styleOf(text), text)],
    [
      'Disabled',
      found.disabled_reason === null ? null : `${found.disabled_reason}, ${out.bothTimes(found.disabled_at)}`,
    ],
    ['Failing since', out.bothTimes(found.failing_since)],
    ['Old secret ends', out.bothTimes(found.previous_secret_expires_at)],
    ['Created', out.bothTimes(found.created_at)],
  ]);
}

/** The secret alone on stdout, so that a program can keep it; what to know about it on stderr. */
export function showSecret(made: components['schemas']['WebhookEndpointWithSecret'], out: Output): void {
  if (!out.json) {
    out.say(`Endpoint ${made.id} gets ${made.events.join(', ')} at ${oneLine(made.url)}.`);
    out.say('This is the only time the signing secret is shown:');
  }
  out.show(made, () => made.secret);
}
