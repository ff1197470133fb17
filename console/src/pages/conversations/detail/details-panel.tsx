import { Link } from '@tanstack/react-router';
import type { Conversation } from '../../../api/shapes.ts';
import { count, dollars } from '../../../format/money.ts';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Time } from '../../../ui/time.tsx';
import { metricsOf } from '../metrics.ts';
import { useSandboxOf } from '../queries.ts';
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
      <Facts>
        <Fact label="Language model">{modelCost === undefined ? 'Not reported yet' : dollars(modelCost)}</Fact>
        {sandboxCost !== undefined && <Fact label="Sandbox">{dollars(sandboxCost)}</Fact>}
        {tokens.map(({ label, count: amount }) => (
          <Fact key={label} label={label}>
            <span className="tabular-nums">{count(amount)}</span>
          </Fact>
        ))}
      </Facts>
    </Card>
  );
}

function AboutCard({ conversation }: { readonly conversation: Conversation }) {
  const { id, llm_model, sandbox_id, sandbox_status, created_at, updated_at } = conversation;
  const { data: sandbox } = useSandboxOf(conversation);
  return (
    <Card title="About">
      <Facts>
        <Fact label="Model">{llm_model ?? 'The default one'}</Fact>
        <Fact label="Sandbox">
          {sandbox_status === 'MISSING' ? (
            'Gone'
          ) : (
            <Link
              className="font-mono text-accent hover:underline"
              params={{ sandboxId: sandbox_id }}
              title={sandbox_id}
              to="/sandboxes/$sandboxId"
            >
              …{sandbox_id.slice(-6)}
            </Link>
          )}
        </Fact>
        {sandbox?.idle_at && (
          <Fact label="Pauses if unused">
            <Time value={sandbox.idle_at} />
          </Fact>
        )}
        {sandbox?.deadline_at && (
          <Fact label="Pauses at the latest">
            <Time value={sandbox.deadline_at} />
          </Fact>
        )}
        {sandbox?.expires_at && (
          <Fact label="Files kept until">
            <Time value={sandbox.expires_at} />
          </Fact>
        )}
        <Fact label="Created">
          <Time as="clock" value={created_at} />
        </Fact>
        <Fact label="Updated">
          <Time value={updated_at} />
        </Fact>
        <Fact label="Id">
          <span className="inline-flex items-center">
            <code className="font-mono text-xs" title={id}>
              …{id.slice(-6)}
            </code>
            <span className="-my-2 -mr-2">
              <CopyButton label="Copy the id of the conversation" text={id} />
            </span>
          </span>
        </Fact>
      </Facts>
    </Card>
  );
}
