import type { EndpointId } from '../../shared/contract/index.ts';
import { all, claimRequests, deliverToWebhooks, type Grant, openSecrets, sealSecrets } from './grants.ts';

const readEndpoint: Grant = (fn, { data }) => data.webhookEndpoints.allow(fn, 'GetItem');

/** Receivers on the machine of the service may be called where there is no network that they could give access to. */
export const knowTargets: Grant = (fn, { settings }) =>
  void fn.addEnvironment('WEBHOOK_LOOPBACK', String(settings.webhookLoopback));

/** The secret is shown once; a repeated request is shown it again, so that what is kept of its answer is sealed. */
const showSecret = all(sealSecrets, openSecrets, claimRequests);

/** A message is queued, and whoever delivers is called. */
const sendAgain = all(readEndpoint, deliverToWebhooks, (fn, { data }) => {
  data.webhookMessages.allow(fn, 'PutItem', 'UpdateItem');
});

export const webhookEndpointsAccess = {
  'create-webhook-endpoint': all(showSecret, knowTargets, (fn, { data }) => {
    // An endpoint and the count of them change together.
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
  'redeliver-webhook-message': all(sendAgain, (fn, { data }) => data.webhookMessages.allow(fn, 'GetItem')),
  'list-webhook-messages': all(readEndpoint, (fn, { data }) => data.webhookMessages.allow(fn, 'Query')),
  'get-webhook-message': all(readEndpoint, (fn, { data }) => data.webhookMessages.allow(fn, 'GetItem')),
} satisfies Partial<Record<EndpointId, Grant>>;
