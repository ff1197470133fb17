import { metricsOf } from '../../../../../shared/presentation/conversations.ts';
import { count, dollars } from '../../../../../shared/presentation/money.ts';
import { endsOf, endWords } from '../../../../../shared/presentation/sandboxes.ts';
import type { Conversation } from '../../../api/shapes.ts';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { Time } from '../../../ui/time.tsx';
import { useSandboxOf } from '../queries.ts';
import { SandboxLink } from '../sandbox-link.tsx';
import { RelatedConversations } from './related-conversations.tsx';

/** What it has cost, what it runs on, and what belongs to it. */
export function DetailsPanel({ conversation }: { readonly conversation: Conversation }) {
  return (
    <aside aria-label="About this conversation" className="grid content-start gap-5 sm:grid-cols-2 xl:grid-cols-1">
      <CostCard conversation={conversation} />
      <AboutCard conversation={conversation} />
      <RelatedConversations conversation={conversation} />
    </aside>
  );
}

function CostCard({ conversation }: { readonly conversation: Conversation }) {
  const { modelCost, sandboxCost, tokens } = metricsOf(conversation);
  return (
    <Card title="Cost">
      <FactList
        facts={[
          ['Language model', modelCost === undefined ? 'Not reported yet' : dollars(modelCost)],
          ['Sandbox', sandboxCost === undefined ? undefined : dollars(sandboxCost)],
          ...tokens.map((one) => [one.label, count(one.count)] as const),
        ]}
      />
    </Card>
  );
}

function AboutCard({ conversation }: { readonly conversation: Conversation }) {
  const { id, llm_model, created_at, updated_at } = conversation;
  const { data: sandbox } = useSandboxOf(conversation);
  return (
    <Card title="About">
      <FactList
        facts={[
          ['Model', llm_model ?? 'The default one'],
          ['Sandbox', <SandboxLink key="sandbox" {...conversation} />],
          ...(sandbox ? endsOf(sandbox) : []).map(
            ({ name, at }) => [endWords[name], <Time key={name} value={at} />] as const,
          ),
          ['Created', <Time as="clock" key="created" value={created_at} />],
          ['Updated', timeOf(updated_at)],
          [
            'ID',
            <span className="inline-flex items-center" key="id">
              <code className="font-mono text-xs" title={id}>
                …{id.slice(-6)}
              </code>
              <span className="-my-2 -mr-2">
                <CopyButton label="Copy conversation ID" text={id} />
              </span>
            </span>,
          ],
        ]}
      />
    </Card>
  );
}

const timeOf = (value: string | null | undefined) => value && <Time value={value} />;
