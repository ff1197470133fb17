import { Play } from 'lucide-react';
import { useState } from 'react';
import { fieldErrors } from '../../../api/failure.ts';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField } from '../../../ui/fields.tsx';
import { enterHint, onFields, submitOnEnter } from '../../../ui/forms.ts';
import { MoreOptions } from './more-options.tsx';
import { Refusal } from './refusal.tsx';
import { draftErrors, type StartDraft, useKeptDraft } from './start-draft.ts';
import { useStart } from './use-start.ts';

interface Props {
  /** The values of a failed start. */
  readonly initial?: StartDraft;
  /** A conversation whose start failed: the same draft starts it again, a changed one starts a new conversation. */
  readonly failedId?: string;
  /** The ID of the snapshot that a new one begins from. */
  readonly snapshotId?: string | undefined;
}

/** The form that starts a conversation: only the first message is required. */
export function StartForm({ initial, failedId, snapshotId }: Props) {
  const [draft, setDraft] = useKeptDraft(initial, beginningOf(snapshotId));
  // Takes the focus from the page, but not from an open menu.
  const [canFocus] = useState(() => document.activeElement === document.body);
  const start = useStart();
  const requestErrors = fieldErrors(start.error);
  const errors = draftErrors(requestErrors);
  const change = (changed: Partial<StartDraft>): void => setDraft((before) => ({ ...before, ...changed }));
  const begin = (onLimit: 'reject' | 'pause_oldest'): void => {
    const isSame = JSON.stringify(draft) === JSON.stringify(initial);
    start.mutate({ wanted: { draft, failedId: isSame ? failedId : undefined }, onLimit });
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
      <MoreOptions draft={draft} errors={errors} onChange={change} requestErrors={requestErrors} />
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

/** The draft of a start from a snapshot, whose spec decides which sizes there are. */
function beginningOf(snapshotId: string | undefined): Partial<StartDraft> {
  return snapshotId === undefined ? {} : { snapshot: snapshotId, spec: '', resources: {} };
}
