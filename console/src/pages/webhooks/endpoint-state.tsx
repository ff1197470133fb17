import type { WebhookEndpoint } from '../../api/shapes.ts';
import { Badge } from '../../ui/badge.tsx';

const reasons = { request: 'switched off', gone: 'gone (410)', failing: 'gave up' } as const;

/** Whether an endpoint gets events, and why not. */
export function EndpointState({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { enabled, disabled_reason: reason, failing_since: failing } = endpoint;
  if (!enabled) return <Badge tone={reason === 'request' ? 'plain' : 'bad'}>{reason ? reasons[reason] : 'off'}</Badge>;
  return failing === null ? <Badge tone="good">on</Badge> : <Badge tone="warn">failing</Badge>;
}
