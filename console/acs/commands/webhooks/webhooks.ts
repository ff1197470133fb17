import { noun } from '../../command.ts';
import { createWebhook } from './create.ts';
import { deleteWebhook } from './delete.ts';
import { getWebhook } from './get.ts';
import { listWebhooks } from './list.ts';
import { webhookMessages } from './messages.ts';
import { pingWebhook } from './ping.ts';
import { redeliver } from './redeliver.ts';
import { rotateWebhookSecret } from './rotate-secret.ts';
import { updateWebhook } from './update.ts';

export const webhooks = noun('webhooks', ['webhook', 'wh'], 'Send signed events to your own address', [
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
