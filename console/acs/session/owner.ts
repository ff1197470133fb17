import { answerOf } from '../../../shared/client/answer-of.ts';
import type { components } from '../../../shared/client/api-types.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';

/** The key of the session, as the service sees it. */
export function currentKey(client: ServiceClient): Promise<components['schemas']['CurrentKey']> {
  return answerOf(client.api.GET('/api/keys/current'));
}
