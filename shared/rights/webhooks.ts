import {
  deliverToWebhooks,
  knowTargets,
  openSecrets,
  publishMetrics,
  queueWebhooks,
  sealClaims,
  sealSecrets,
} from './groups.ts';
import { type AreaRights, rights } from './statement.ts';

const readEndpoint = rights({ webhookEndpoints: ['GetItem'] });

/** The URL of an endpoint is sealed, as its path can contain a secret. */
const showEndpoint = rights(readEndpoint, openSecrets);

/** Queues a message and invokes the delivery worker. */
const sendAgain = rights(readEndpoint, deliverToWebhooks, { webhookMessages: ['PutItem', 'UpdateItem'] });

/** Receivers of alerts are hidden endpoints. */
const showAlerts = rights(readEndpoint, openSecrets, { webhookEndpoints: ['Query'], variables: ['MAIL_FROM'] });

const changeAlerts = rights(showAlerts, sealSecrets, knowTargets, { webhookEndpoints: ['UpdateItem', 'DeleteItem'] });

export const webhooksRights = {
  // One transaction writes the endpoint and the owner's count of endpoints.
  'create-webhook-endpoint': rights(sealClaims, knowTargets, { webhookEndpoints: ['PutItem', 'UpdateItem'] }),
  'list-webhook-endpoints': rights(openSecrets, { webhookEndpoints: ['Query'] }),
  'get-webhook-endpoint': showEndpoint,
  'update-webhook-endpoint': rights(showEndpoint, sealSecrets, knowTargets, deliverToWebhooks),
  'delete-webhook-endpoint': rights({ webhookEndpoints: ['DeleteItem', 'UpdateItem'] }),
  'rotate-webhook-secret': rights(readEndpoint, sealClaims, { webhookEndpoints: ['UpdateItem'] }),
  'ping-webhook-endpoint': sendAgain,
  'list-webhook-messages': rights(readEndpoint, { webhookMessages: ['Query'] }),
  'get-webhook-message': rights(readEndpoint, { webhookMessages: ['GetItem'] }),
  'redeliver-webhook-message': rights(sendAgain, { webhookMessages: ['GetItem'] }),
  'get-alerts': showAlerts,
  'get-own-alerts': showAlerts,
  'update-alerts': changeAlerts,
  'update-own-alerts': changeAlerts,
  // A person who was removed gets no more alerts.
  'queue-webhooks': rights(queueWebhooks, publishMetrics, { members: ['GetItem'] }),
  // One transaction disables an endpoint and queues the event about it.
  'deliver-webhooks': rights(openSecrets, knowTargets, publishMetrics, {
    webhookEndpoints: ['UpdateItem'],
    webhookMessages: ['GetItem', 'PutItem', 'UpdateItem', 'work_index'],
    integratorEvents: ['PutItem'],
    mail: ['send'],
    variables: ['MAIL_FROM'],
  }),
} satisfies AreaRights<'webhooks'>;
