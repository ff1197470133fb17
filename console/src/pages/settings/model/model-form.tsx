import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { fieldErrors } from '../../../api/failure.ts';
import type { Settings, SettingsUpdate } from '../../../api/shapes.ts';
import { useApi } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { useToast } from '../../../ui/toasts.ts';
import { UnsavedChanges } from '../../../ui/unsaved-changes.tsx';
import { AgentFields } from './agent-fields.tsx';
import { LlmFields } from './llm-fields.tsx';
import { draftOf, editsOf, type ModelDraft, updateOf } from './model-draft.ts';

/** Changes the settings. Only what was changed is sent, so that the rest goes on following the deployment. */
export function ModelForm({ settings }: { readonly settings: Settings }) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const [changes, setChanges] = useState<Partial<ModelDraft>>({});
  const stored = draftOf(settings);
  const draft = { ...stored, ...changes };
  const edits = editsOf(stored, draft);
  const isChanged = Object.keys(edits).length > 0;
  const save = useMutation({
    mutationFn: async (body: SettingsUpdate) => {
      await answerOf(api.POST('/api/v1/settings', { body }));
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['settings'] }),
        queries.invalidateQueries({ queryKey: ['profiles'] }),
      ]);
    },
    onSuccess: () => {
      setChanges({});
      toast({
        tone: 'good',
        title: 'Settings saved',
        detail: 'They apply to new conversations.',
      });
    },
  });
  const errors = fieldErrors(save.error);
  const fields = { draft, errors, onChange: (change: Partial<ModelDraft>) => setChanges({ ...changes, ...change }) };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save.mutate(updateOf(edits));
  };
  return (
    <form className="grid gap-5" onSubmit={submit}>
      <Card title="Language model">
        <LlmFields {...fields} isKeySet={settings.llm_api_key_set} />
      </Card>
      <Card title="Agent behaviour">
        <AgentFields {...fields} />
      </Card>
      {save.error && <ErrorNotice error={save.error} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button busy={save.isPending} disabled={!isChanged} type="submit" variant="primary">
          Save
        </Button>
        {isChanged && !save.isPending && (
          <Button
            onClick={() => {
              setChanges({});
              save.reset();
            }}
          >
            Discard changes
          </Button>
        )}
        <p className="text-ink-soft text-sm" role="status">
          {isChanged ? 'You have unsaved changes.' : 'All changes are saved.'}
        </p>
      </div>
      <UnsavedChanges isChanged={isChanged && !save.isPending} />
    </form>
  );
}
