import type { AreaGrants } from './area-grants.ts';
import {
  all,
  claimRequests,
  deliverToWebhooks,
  knowTargets,
  openSecrets,
  queueWebhooks,
  sealSecrets,
} from './grants.ts';
import type { Grant } from './resources.ts';

const readEndpoint: Grant = (fn, { data }) => data.webhookEndpoints.allow(fn, 'GetItem');

/** A repeated request shows the secret again, so the stored answer is sealed. */
const showSecret = all(sealSecrets, openSecrets, claimRequests);

/** The operation queues a message and invokes the delivery worker. */
const sendAgain = all(readEndpoint, deliverToWebhooks, (fn, { data }) => {
  data.webhookMessages.allow(fn, 'PutItem', 'UpdateItem');
});

export const webhookEndpointsAccess = {
  'create-webhook-endpoint': all(showSecret, knowTargets, (fn, { data }) => {
    // One transaction writes the endpoint and the owner's count of endpoints.
    data.webhookEndpoints.allow(fn, 'PutItem', 'UpdateItem');
  }),
  'list-webhook-endpoints': (fn, { data }) => data.webhookEndpoints.allow(fn, 'Query'),
  'get-webhook-endpoint': readEndpoint,
  'update-webhook-endpoint': all(readEndpoint, knowTargets, deliverToWebhooks),
  'delete-webhook-endpoint': (fn, { data }) => data.webhookEndpoints.allow(fn, 'DeleteItem', 'UpdateItem'),
  'rotate-webhook-secret': all(readEndpoint, showSecret, (fn, { data }) => {
    data.webhookEndpoints.allow(fn, 'UpdateItem');
  }),
  'ping-webhook-endpoint': sendAgain,
  'list-webhook-messages': all(readEndpoint, (fn, { data }) => data.webhookMessages.allow(fn, 'Query')),
  'get-webhook-message': all(readEndpoint, (fn, { data }) => data.webhookMessages.allow(fn, 'GetItem')),
  'redeliver-webhook-message': all(sendAgain, (fn, { data }) => data.webhookMessages.allow(fn, 'GetItem')),
  'queue-webhooks': queueWebhooks,
  'deliver-webhooks': all(openSecrets, knowTargets, (fn, { data }) => {
    data.webhookEndpoints.allow(fn, 'UpdateItem');
    data.webhookMessages.allow(fn, 'GetItem', 'PutItem', 'UpdateItem');
    data.webhookMessages.allowQueryOf(fn, 'work_index');
    // One transaction disables an endpoint and queues the event that says so.
    data.integratorEvents.allow(fn, 'PutItem');
  }),
} satisfies AreaGrants;
