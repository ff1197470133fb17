import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { useRef, useState } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { ApiProblem } from '../../../../../shared/client/api-problem.ts';
import type { ServiceClient } from '../../../../../shared/client/service-client.ts';
import { fieldErrors } from '../../../api/failure.ts';
import { useConversationsOf } from '../../../data/sandbox-conversations.ts';
import { useApi, useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField } from '../../../ui/fields.tsx';
import { enterHint, onFields, submitOnEnter } from '../../../ui/forms.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorNotice, RequestId } from '../../../ui/query-states.tsx';
import { agentProfiles } from '../../settings/agents/agent-profiles.ts';
import { titleOf } from '../labels.tsx';
import { refreshConversations, stored } from '../queries.ts';
import { MoreOptions } from './more-options.tsx';
import { draftErrors, forgetDraft, requestOf, type StartDraft, useKeptDraft } from './start-draft.ts';

interface Props {
  /** The values of a failed start. */
  readonly initial?: StartDraft;
  /** A conversation whose start failed: the same draft starts it again, a changed one starts a new conversation. */
  readonly failedId?: string;
}

/** The form that starts a conversation: only the first message is required. */
export function StartForm({ initial, failedId }: Props) {
  const [draft, setDraft] = useKeptDraft(initial);
  // Takes the focus from the page, but not from an open menu.
  const [canFocus] = useState(() => document.activeElement === document.body);
  const start = useStart();
  const errors = draftErrors(fieldErrors(start.error));
  const change = (changed: Partial<StartDraft>): void => setDraft((before) => ({ ...before, ...changed }));
  const begin = (onLimit: 'reject' | 'pause_oldest'): void => {
    const isSame = JSON.stringify(draft) === JSON.stringify(initial);
    start.mutate({ draft, failedId: isSame ? failedId : undefined, onLimit });
  };
  const submit = (): void => {
    if (!start.isPending) begin('reject');
  };
  return (
    <form className="grid gap-4" onSubmit={onFields(submit)}>
      <TextAreaField
        autoFocus={canFocus}
        error={errors.message}
        enterKeyHint="go"
        hint={`What should the agent do? ${enterHint('start')}`}
        label="First message"
        onChange={({ target }) => change({ message: target.value })}
        onKeyDown={submitOnEnter}
        placeholder="Write a script that …"
        required
        rows={5}
        value={draft.message}
      />
      <MoreOptions draft={draft} errors={errors} onChange={change} />
      {start.error && (
        <Refusal
          error={start.error}
          isFieldError={Object.keys(errors).length > 0}
          onPause={() => begin('pause_oldest')}
        />
      )}
      <div>
        <Button busy={start.isPending} icon={Play} type="submit" variant="primary">
          {failedId === undefined ? 'Start' : 'Try again'}
        </Button>
      </div>
    </form>
  );
}

interface RefusalProps {
  readonly error: unknown;
  readonly isFieldError: boolean;
  readonly onPause: () => void;
}

/** Why the start was refused. Errors of a field are shown next to it. */
function Refusal({ error, isFieldError, onPause }: RefusalProps) {
  if (isFieldError) return null;
  if (error instanceof ApiProblem && error.code === 'concurrency_limit_exceeded') {
    return <LimitNotice onPause={onPause} problem={error} />;
  }
  return <ErrorNotice error={error} />;
}

const MOST_LISTED = 5;

interface LimitNoticeProps {
  readonly problem: ApiProblem;
  /** Pauses the oldest sandbox and starts. */
  readonly onPause: () => void;
}

/** The sandbox limit is reached: what runs, and how to make room. */
function LimitNotice({ problem, onPause }: LimitNoticeProps) {
  const ids = problem.problem?.running_sandbox_ids ?? [];
  const limit = problem.problem?.limit;
  const whose = limit?.scope === 'key' ? 'this key' : 'this owner';
  return (
    <Notice title="Sandbox limit reached" tone="warn">
      <p>
        {limit ? `${limit.used} of ${limit.limit} sandboxes of ${whose} are running.` : problem.message} Pause one to
        make room; its files are kept.
      </p>
      <RunningSandboxes ids={ids.slice(0, MOST_LISTED)} />
      {ids.length > MOST_LISTED && <p className="text-ink-soft">and {ids.length - MOST_LISTED} more</p>}
      <Button className="mt-2" onClick={onPause}>
        Pause the oldest and start
      </Button>
      {problem.requestId !== null && <RequestId id={problem.requestId} />}
    </Notice>
  );
}

/** Sandboxes by their conversations, the oldest first. */
function RunningSandboxes({ ids }: { readonly ids: readonly string[] }) {
  const conversations = useConversationsOf(ids);
  return (
    <ol className="my-2 grid list-inside list-decimal gap-1">
      {ids.map((id) => {
        const conversation = conversations.get(id)?.[0];
        return (
          <li key={id}>
            <Link className="text-accent underline" params={{ sandboxId: id }} to="/sandboxes/$sandboxId">
              {conversation ? titleOf(conversation) : `Sandbox …${id.slice(-6)}`}
            </Link>
          </li>
        );
      })}
    </ol>
  );
}

interface Start {
  readonly draft: StartDraft;
  /** A conversation whose start failed, to start it again. */
  readonly failedId?: string | undefined;
  /** What to do at the sandbox limit. */
  readonly onLimit: 'reject' | 'pause_oldest';
}

/** Starts a conversation and navigates to its progress. A retry after a lost response starts only one. */
function useStart() {
  const api = useApi();
  const can = useCan();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const submission = useRef({ content: '', key: '' });
  return useMutation({
    mutationFn: async ({ draft, failedId, onLimit }: Start) => {
      const isUnnamed = draft.agent === '' && can('GET /api/agent-profiles');
      const agent = isUnnamed ? await activeAgent(queries, api) : draft.agent;
      const again = failedId === undefined ? {} : { conversation_id: failedId };
      const body = { ...requestOf({ ...draft, agent }), ...again };
      const content = JSON.stringify([body, onLimit]);
      if (submission.current.content !== content) submission.current = { content, key: crypto.randomUUID() };
      return answerOf(
        api.POST('/api/v1/app-conversations', {
          params: { query: { on_limit: onLimit }, header: { 'Idempotency-Key': submission.current.key } },
          body,
        }),
      );
    },
    onSuccess: async (task, { draft }) => {
      submission.current = { content: '', key: '' };
      forgetDraft(draft);
      queries.setQueryData(stored.startTask(task.id), task);
      await navigate({ to: '/conversations/new', search: { task: task.id } });
      await refreshConversations(queries);
    },
  });
}

/** The ID of the agent profile in use; empty without one. */
async function activeAgent(queries: QueryClient, api: ServiceClient['api']): Promise<string> {
  const { active_agent_profile_id: id } = await queries.ensureQueryData(agentProfiles(api));
  return id ?? '';
}
