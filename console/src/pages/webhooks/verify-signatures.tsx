import { useState } from 'react';
import { isOneOf } from '../../api/search-params.ts';
import { Card } from '../../ui/card.tsx';
import { CodeSample } from '../../ui/code-sample.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { type SampleName, signatureSamples } from './signature-samples.ts';

const names = Object.keys(signatureSamples) as SampleName[];

/** How a receiver sees that a request comes from this service. */
export function VerifySignatures() {
  const [name, setName] = useState<SampleName>('Node.js');
  return (
    <Card title="Verify signatures">
      <div className="grid gap-4">
        <p className="max-w-3xl text-ink-soft text-sm">
          Requests are signed as <ExternalLink href="https://www.standardwebhooks.com">Standard Webhooks</ExternalLink>{' '}
          describes. Answer with 2xx within 15 seconds and do the work afterwards. A message may arrive more than once:
          its <code className="font-mono">webhook-id</code> stays the same.
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

const sampleLabels: Readonly<Record<SampleName, string>> = {
  'Node.js': 'standardwebhooks (npm)',
  Python: 'standardwebhooks (PyPI)',
  'No library': 'Node.js alone',
};
