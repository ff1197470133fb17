import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { isOneOf } from '../../api/search-params.ts';
import type { WebhookEndpoint } from '../../api/shapes.ts';
import { live } from '../../live/polls.ts';
import { useApi, useCan } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeSample } from '../../ui/code-sample.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { Time } from '../../ui/time.tsx';
import { Deliveries } from './deliveries.tsx';
import { EndpointActions, useEndpointChanges } from './endpoint-actions.tsx';
import { EndpointState, eventWords } from './endpoint-dialog.tsx';

const route = getRouteApi('/webhooks/$endpointId');

export function EndpointPage() {
  const api = useApi();
  const { endpointId } = route.useParams();
  const endpoint = useQuery({
    queryKey: ['webhook-endpoints', endpointId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/webhook-endpoints/{endpoint_id}', { params: { path: { endpoint_id: endpointId } }, signal }),
      ),
    refetchInterval: live(),
  });
  return (
    <>
      <PageHeader actions={endpoint.data && <EndpointActions endpoint={endpoint.data} />} title="Webhook endpoint">
        <span className="break-all font-mono">{endpoint.data?.url}</span>
      </PageHeader>
      <QueryStates query={endpoint}>
        {(one) => (
          <>
            <EndpointNotice endpoint={one} />
            <EndpointFacts endpoint={one} />
            <Card isFlush title="Deliveries">
              <Deliveries endpointId={one.id} />
            </Card>
            <VerifySignatures />
          </>
        )}
      </QueryStates>
    </>
  );
}

function EndpointFacts({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { id, description, events, created_at: created, previous_secret_expires_at: overlap } = endpoint;
  return (
    <Card>
      <Facts
        facts={[
          ['Status', <EndpointState endpoint={endpoint} key="status" />],
          ['ID', <code key="id">{id}</code>],
          ['Description', description ?? 'None'],
          ['Events', eventWords(events)],
          ['Created', <Time as="clock" key="created" value={created} />],
          ['Previous secret', overlap && <Overlap key="overlap" until={overlap} />],
        ]}
      />
    </Card>
  );
}

function Overlap({ until }: { readonly until: string }) {
  return (
    <>
      Also signs until <Time as="clock" value={until} />
    </>
  );
}

const reasons = {
  request: 'It was disabled on request',
  gone: 'It responded with 410 Gone, which asks the service to stop',
  failing: 'Every attempt of a delivery failed, and no other delivery succeeded in that time',
} as const;

/** Why an endpoint receives nothing, and what to do; nothing while deliveries succeed. */
function EndpointNotice({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const can = useCan();
  const { enable } = useEndpointChanges(endpoint.id);
  const { enabled, disabled_reason: reason, disabled_at: since, failing_since: failing } = endpoint;
  if (!enabled) {
    return (
      <Notice title="This endpoint is disabled and receives no events" tone={reason === 'request' ? 'info' : 'bad'}>
        <p>
          {reasons[reason ?? 'request']}
          {since !== null && (
            <>
              {' '}
              (<Time value={since} />)
            </>
          )}
          .{reason !== 'request' && ' Fix the receiver, check it with a ping, then enable the endpoint.'} Enabling it
          sends the waiting deliveries, but not the events that occurred while it was disabled.
        </p>
        {can('PATCH /api/v1/webhook-endpoints/{endpoint_id}') && (
          <Button busy={enable.isPending} className="mt-2" onClick={() => enable.mutate(true)}>
            Enable
          </Button>
        )}
      </Notice>
    );
  }
  if (failing === null) return null;
  return (
    <Notice title="Deliveries are failing" tone="warn">
      Every attempt has failed since <Time as="clock" value={failing} />. Deliveries are retried for about three days.
    </Notice>
  );
}

/** Sample code that verifies signatures. */
export const signatureSamples = {
  'Node.js': `import { Webhook } from 'standardwebhooks';

// rawBody: the body as it arrived, not parsed. verify throws when the signature is wrong.
const event = new Webhook(process.env.WEBHOOK_SECRET).verify(rawBody, request.headers);`,
  Python: `import os
from standardwebhooks.webhooks import Webhook

# raw_body: the body as it arrived, not parsed. verify raises when the signature is wrong.
event = Webhook(os.environ["WEBHOOK_SECRET"]).verify(raw_body, request.headers)`,
  'No library': `import { createHmac, timingSafeEqual } from 'node:crypto';

/** @param rawBody the body as it arrived, not parsed */
function verify(secret, headers, rawBody) {
  const { 'webhook-id': id, 'webhook-timestamp': sentAt, 'webhook-signature': signatures } = headers;
  if (Math.abs(Date.now() / 1000 - Number(sentAt)) > 300) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${sentAt}.\${rawBody}\`).digest();
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}`,
} as const;

type SampleName = keyof typeof signatureSamples;

const sampleLabels: Readonly<Record<SampleName, string>> = {
  'Node.js': 'standardwebhooks (npm)',
  Python: 'standardwebhooks (PyPI)',
  'No library': 'Node.js alone',
};

const names = Object.keys(signatureSamples) as SampleName[];

function VerifySignatures() {
  const [name, setName] = useState<SampleName>('Node.js');
  return (
    <Card title="Verify signatures">
      <div className="grid gap-4">
        <p className="max-w-3xl text-ink-soft text-sm">
          Requests are signed as <ExternalLink href="https://www.standardwebhooks.com">Standard Webhooks</ExternalLink>{' '}
          describes. Respond with 2xx within 15 seconds and do the work afterwards. A delivery can arrive more than
          once: its <code className="font-mono">webhook-id</code> stays the same.
        </p>
        <Tabs
          label="Sample code"
          onChange={(chosen) => isOneOf(signatureSamples, chosen) && setName(chosen)}
          tabs={names.map((value) => ({ value, label: value }))}
          value={name}
        >
          {names.map((value) => (
            <TabPanel key={value} value={value}>
              <CodeSample code={signatureSamples[value]} label={`Verify with ${sampleLabels[value]}`} />
            </TabPanel>
          ))}
        </Tabs>
      </div>
    </Card>
  );
}
