import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { MemberAlertKind, OwnerAlertKind, ShownReceiver } from '../shapes/alerts.ts';
import { MailAddress } from '../shapes/mail-address.ts';

const common = { area: 'webhooks', tag: 'alerts', access: 'key', generation: 'v1' } as const;

const receivers = {
  mail: z.array(ShownReceiver),
  slack: ShownReceiver.nullable(),
  mail_available: z.boolean().meta({ description: 'Whether the deployment can send mail.' }),
};

const SlackUrl = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .nullish()
  .meta({
    description:
      'An incoming webhook of Slack, or of a service that accepts `{"text": …}`. It must be on the public internet. Null removes it.',
  });

const OwnerAlerts = z.object({ ...receivers, on: z.array(OwnerAlertKind) }).meta({ id: 'OwnerAlerts' });
const MemberAlerts = z.object({ ...receivers, on: z.array(MemberAlertKind) }).meta({ id: 'MemberAlerts' });

export const getAlerts = defineEndpoint(() => ({
  ...common,
  id: 'get-alerts',
  scope: 'webhooks:read',
  method: 'GET',
  path: '/api/v1/alerts',
  summary: "Get the owner's alert settings",
  description: 'Who receives alerts, and about what. URLs are shown without their path, which is a secret.',
  success: { status: 200, body: OwnerAlerts },
  errors: [],
}));

export const updateAlerts = defineEndpoint(() => ({
  ...common,
  id: 'update-alerts',
  scope: 'webhooks:write',
  method: 'PATCH',
  path: '/api/v1/alerts',
  summary: "Update the owner's alert settings",
  description:
    'Fields that are not sent stay unchanged. `on` is kept with the receivers: without one, it contains all kinds. Each cause sends one alert: a budget at 50 % once a month, a failed start once. A receiver that fails does not delay others. After three days it is disabled; send its address again to enable it.',
  body: z
    .object({
      mail: z.array(MailAddress).max(5).optional(),
      slack_url: SlackUrl,
      on: z.array(OwnerAlertKind).max(10).optional(),
    })
    .meta({ id: 'OwnerAlertsUpdate' }),
  refusals: {
    value_error: '`mail` is not empty and the deployment sends no mail',
    refused_url: '`slack_url` leads to no public address',
  },
  success: { status: 200, body: OwnerAlerts },
  errors: [],
}));

export const getOwnAlerts = defineEndpoint(() => ({
  ...common,
  id: 'get-own-alerts',
  scope: 'any',
  method: 'GET',
  path: '/api/v1/alerts/own',
  summary: 'Get your alert settings',
  description: 'For people who have signed in, and for their API keys.',
  success: { status: 200, body: MemberAlerts },
  errors: ['forbidden'],
}));

export const updateOwnAlerts = defineEndpoint(() => ({
  ...common,
  id: 'update-own-alerts',
  // Alerts have titles of conversations, also after the end of a key that named a URL for them.
  scope: 'conversations:read',
  method: 'PATCH',
  path: '/api/v1/alerts/own',
  summary: 'Update your alert settings',
  description:
    'Mail goes to your address at the identity provider. `on` is kept with the receivers: without one, it contains all kinds. Alerts are about the conversations that you made, and your budgets.',
  body: z
    .object({
      mail: z.boolean().optional(),
      slack_url: SlackUrl,
      on: z.array(MemberAlertKind).max(10).optional(),
    })
    .meta({ id: 'MemberAlertsUpdate' }),
  refusals: {
    value_error:
      '`mail` is true and the deployment sends no mail, or your identity provider vouches for no mail address of yours',
    refused_url: '`slack_url` leads to no public address',
  },
  success: { status: 200, body: MemberAlerts },
  errors: ['forbidden'],
}));
