import type { WebhookEndpoint } from '../../api/shapes.ts';
import { Badge } from '../../ui/badge.tsx';

const reasons = { request: 'Disabled', gone: 'Disabled: 410 Gone', failing: 'Disabled: failing' } as const;

/** Whether an endpoint receives events, and why not. */
export function EndpointState({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { enabled, disabled_reason: reason, failing_since: failing } = endpoint;
  if (!enabled) {
    return <Badge tone={reason === 'request' ? 'plain' : 'bad'}>{reason ? reasons[reason] : 'Disabled'}</Badge>;
  }
  return failing === null ? <Badge tone="good">Enabled</Badge> : <Badge tone="warn">Failing</Badge>;
}
