import { Play } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ApiProblem } from '../../../../../shared/client/api-problem.ts';
import { fieldErrors } from '../../../api/failure.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { TextAreaField } from '../../../ui/fields.tsx';
import { enterHint, submitOnEnter } from '../../../ui/submit-on-enter.ts';
import { useKeptDraft } from './kept-draft.ts';
import { LimitNotice } from './limit-notice.tsx';
import { MoreOptions } from './more-options.tsx';
import { draftErrors, type StartDraft } from './start-draft.ts';
import { useStart } from './use-start.ts';

interface Props {
  /** What was entered for a start that failed. */
  readonly initial?: StartDraft;
  /** A conversation whose start failed: the same draft starts it again, another one starts a new conversation. */
  readonly failedId?: string;
}

/** Starts a conversation: the first message is enough. */
export function StartForm({ initial, failedId }: Props) {
  const [draft, setDraft] = useKeptDraft(initial);
  // It takes the focus from the page, but from no menu that was opened meanwhile.
  const [mayFocus] = useState(() => document.activeElement === document.body);
  const start = useStart();
  const errors = draftErrors(fieldErrors(start.error));
  const change = (changed: Partial<StartDraft>): void => setDraft((before) => ({ ...before, ...changed }));
  const begin = (onLimit: 'reject' | 'pause_oldest'): void => {
    const isSame = JSON.stringify(draft) === JSON.stringify(initial);
    start.mutate({ draft, failedId: isSame ? failedId : undefined, onLimit });
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!start.isPending) begin('reject');
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <TextAreaField
        autoFocus={mayFocus}
        error={errors.message}
        enterKeyHint="go"
        hint={`What should the agent do? ${enterHint('starts it')}`}
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
        <Button busy={start.isPending} icon={<Play aria-hidden className="size-4" />} type="submit" variant="primary">
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

/** Why it has not started. What is wrong with a field stands beside that. */
function Refusal({ error, isFieldError, onPause }: RefusalProps) {
  if (isFieldError) return null;
  if (error instanceof ApiProblem && error.code === 'concurrency_limit_exceeded') {
    return <LimitNotice onPause={onPause} problem={error} />;
  }
  return <ErrorNotice error={error} />;
}
