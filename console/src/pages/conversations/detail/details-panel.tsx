import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { agentOf } from '../../../../../shared/presentation/agents.ts';
import { metricsOf, totalCost } from '../../../../../shared/presentation/conversations.ts';
import { count, dollars } from '../../../../../shared/presentation/money.ts';
import { endsOf, endWords } from '../../../../../shared/presentation/sandboxes.ts';
import type { Conversation } from '../../../api/shapes.ts';
import { makerName, useMakers } from '../../../data/makers.ts';
import { useConversationsById } from '../../../data/sandbox-conversations.ts';
import { useCan, useSession } from '../../../session/session.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Time } from '../../../ui/time.tsx';
import { BudgetDialog } from '../actions/budget-dialog.tsx';
import { ConversationLink, SandboxOf, StatusBadge } from '../labels.tsx';
import { useSandboxOf } from '../queries.ts';

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
  const { data: sandbox } = useSandboxOf(conversation);
  const isSimulated = sandbox !== undefined && agentOf(sandbox.sandbox_spec_id).isSimulated;
  const hasBoth = modelCost !== undefined && sandboxCost !== undefined && !isSimulated;
  return (
    <Card title="Cost">
      <FactList
        facts={[
          [
            isSimulated ? 'Language model (simulated)' : 'Language model',
            modelCost === undefined ? 'Not reported yet' : dollars(modelCost, 4),
          ],
          ['Sandbox', sandboxCost === undefined ? undefined : dollars(sandboxCost, 4)],
          ['Together', hasBoth ? dollars(totalCost(conversation) ?? 0, 4) : undefined],
          ['Budget for the model', <Budget conversation={conversation} key="budget" />],
          ...tokens.map((one) => [one.label, count(one.count)] as const),
        ]}
      />
    </Card>
  );
}

/** What the language models of the conversation can cost, and the way to change it. */
function Budget({ conversation }: { readonly conversation: Conversation }) {
  const { max_budget_per_task: budget } = conversation;
  const [isChanging, setChanging] = useState(false);
  const can = useCan();
  const text = budget === null ? 'As in the settings' : budget === 0 ? 'No limit' : dollars(budget);
  if (!can('PATCH /api/v1/app-conversations/{conversation_id}')) return text;
  return (
    <span className="inline-flex items-center">
      {text}
      <span className="-my-2 -mr-2">
        <IconButton icon={Pencil} label="Change the budget" onClick={() => setChanging(true)} />
      </span>
      {isChanging && <BudgetDialog conversation={conversation} onClose={() => setChanging(false)} />}
    </span>
  );
}

function AboutCard({ conversation }: { readonly conversation: Conversation }) {
  const { id, llm_model, created_at, updated_at } = conversation;
  const { data: sandbox } = useSandboxOf(conversation);
  const maker = useMakerName(conversation);
  return (
    <Card title="About">
      <FactList
        facts={[
          ['Started by', maker],
          ['Model', llm_model ?? 'Default'],
          ['Sandbox', <SandboxOf key="sandbox" {...conversation} />],
          ...(sandbox ? endsOf(sandbox) : []).map(
            ({ name, at }) => [endWords[name], <Time as="deadline" key={name} value={at} />] as const,
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

/** Members are read only where neither the reader nor an API key made it. */
function useMakerName({ created_by_user_id: id }: Conversation): string | undefined {
  const { key, owner } = useSession();
  const makers = useMakers({ isWanted: id !== null && id !== owner && id !== key.member?.id });
  return id === null ? undefined : makerName(makers, id);
}

const timeOf = (value: string | null | undefined) => value && <Time value={value} />;

const MOST_SUBS = 20;

/** The conversation of which it is a fork, its parent and its sub-conversations; nothing without any. */
function RelatedConversations({ conversation }: { readonly conversation: Conversation }) {
  const { parent_conversation_id: parent, sub_conversation_ids: subs } = conversation;
  const { forked_from_conversation_id: source } = conversation;
  const ids = [...[source, parent].filter((id) => id !== null), ...subs.slice(0, MOST_SUBS)];
  const { data: found = [] } = useConversationsById(ids);
  if (found.length === 0) return null;
  return (
    <Card title={relatedTitle(conversation)}>
      <ul className="grid gap-2 text-sm">
        {found.map((one) => (
          <li className="flex items-start justify-between gap-3" key={one.id}>
            <ConversationLink className="min-w-0 break-words text-accent hover:underline" conversation={one}>
              {one.id === parent && <span className="text-ink-soft"> (parent)</span>}
              {one.id === source && <span className="text-ink-soft"> (forked from it)</span>}
            </ConversationLink>
            <StatusBadge conversation={one} />
          </li>
        ))}
      </ul>
      {subs.length > MOST_SUBS && <p className="mt-2 text-ink-soft text-xs">and {subs.length - MOST_SUBS} more</p>}
    </Card>
  );
}

function relatedTitle({
  parent_conversation_id: parent,
  forked_from_conversation_id: source,
}: Pick<Conversation, 'parent_conversation_id' | 'forked_from_conversation_id'>): string {
  if (source !== null) return 'Related conversations';
  return parent === null ? 'Sub-conversations' : 'Parent and sub-conversations';
}

interface Props {
  /** Facts without a value are left out. */
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** Names on the left, values on the right, for narrow places. */
function FactList({ facts }: Props) {
  return (
    <dl className="grid gap-2 text-sm">
      {facts
        .filter(([, value]) => value !== undefined && value !== null)
        .map(([name, value]) => (
          <div className="flex flex-wrap items-baseline justify-between gap-x-4" key={name}>
            <dt className="text-ink-soft">{name}</dt>
            <dd className="min-w-0 break-words text-right">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
