import * as z from 'zod';
import { DisabledReason } from './enums.ts';

export const OwnerAlertKind = z.enum(['budgets', 'webhooks', 'starts', 'suspension']).meta({
  id: 'OwnerAlertKind',
  description:
    'budgets: 50, 80 or 100 % of a budget is used. webhooks: an endpoint has failed for an hour, or was disabled. starts: a conversation did not start. suspension: the operator suspended the owner, or lifted it.',
});
export type OwnerAlertKind = z.infer<typeof OwnerAlertKind>;

export const MemberAlertKind = z.enum(['finished', 'waiting', 'failed', 'budgets']).meta({
  id: 'MemberAlertKind',
  description:
    'finished: an agent has finished. waiting: an agent waits for an answer. failed: an agent or a start failed. budgets: 50, 80 or 100 % of your own budget is used.',
});
export type MemberAlertKind = z.infer<typeof MemberAlertKind>;

/** A Slack-compatible incoming webhook as shown: its path is a secret. */
export const ShownReceiver = z
  .object({
    to: z.string().meta({ description: 'The mail address, or the origin of the URL.' }),
    enabled: z.boolean(),
    disabled_reason: DisabledReason.nullable(),
  })
  .meta({ id: 'AlertReceiver' });
