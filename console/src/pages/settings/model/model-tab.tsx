import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { fieldErrors } from '../../../api/failure.ts';
import type { Settings, SettingsUpdate } from '../../../api/shapes.ts';
import { AgentSetup } from '../../../data/agent-setup.tsx';
import { useApi, useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog, UnsavedChanges } from '../../../ui/confirm-dialog.tsx';
import { CheckboxField, SelectField, TextField } from '../../../ui/fields.tsx';
import { onFields } from '../../../ui/forms.ts';
import { ErrorNotice, QueryStates } from '../../../ui/query-states.tsx';
import { useToast } from '../../../ui/toasts.ts';
import { useSettings } from '../settings-query.ts';
import { DirectField } from './direct-field.tsx';
import { MachineModels } from './machine-models.tsx';
import { draftOf, editsOf, type ModelDraft, updateOf } from './model-draft.ts';
import { ModelFacts } from './model-facts.tsx';
import { KeyState, ModelField } from './model-field.tsx';

export function ModelTab() {
  const can = useCan();
  const settings = useSettings();
  return (
    <QueryStates query={settings}>
      {(stored) => (can('POST /api/v1/settings') ? <ModelForm settings={stored} /> : <ModelFacts settings={stored} />)}
    </QueryStates>
  );
}

/** Edits the settings. Only changed fields are sent, so that the others keep the defaults of the deployment. */
function ModelForm({ settings }: { readonly settings: Settings }) {
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
        detail: 'They apply to new conversations, and to those whose model rejected its key.',
      });
    },
  });
  const errors = fieldErrors(save.error);
  const fields = { draft, errors, onChange: (change: Partial<ModelDraft>) => setChanges({ ...changes, ...change }) };
  return (
    <form className="grid gap-5" onSubmit={onFields(() => save.mutate(updateOf(edits)))}>
      <AgentSetup />
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

interface LlmFieldsProps extends FieldsOfForm {
  readonly isKeySet: boolean;
}

function LlmFields({ draft, errors, onChange, isKeySet }: LlmFieldsProps) {
  const [isAsked, setAsked] = useState(false);
  return (
    <div className="grid max-w-3xl gap-4">
      <MachineModels onChange={onChange} />
      <ModelField
        error={errors['agent_settings_diff.llm.model']}
        hint="In the form provider/model. Leave empty to use the default model of the service."
        onChange={(model) => onChange({ model })}
        value={draft.model}
      />
      <TextField
        error={errors['agent_settings_diff.llm.base_url']}
        hint="Only for a model that is not served by its provider, such as https://llm.example.com/v1."
        inputMode="url"
        label="Base URL"
        onChange={({ target }) => onChange({ baseUrl: target.value })}
        spellCheck={false}
        value={draft.baseUrl}
      />
      <TextField
        autoComplete="off"
        error={errors['agent_settings_diff.llm.api_key']}
        hint={
          <span className="flex flex-wrap items-center gap-2">
            <KeyState isSet={isKeySet} />
            {isKeySet
              ? 'The saved key is never shown. Enter another key to replace it.'
              : 'Your own key for the model. Once saved, it is never shown.'}
          </span>
        }
        label="API key"
        onChange={({ target }) => onChange({ apiKey: target.value })}
        spellCheck={false}
        type="password"
        value={draft.apiKey}
      />
      {isKeySet && (
        <Button className="justify-self-start" onClick={() => setAsked(true)}>
          Remove key
        </Button>
      )}
      <DirectField
        checked={draft.isDirect}
        error={errors['agent_settings_diff.llm.direct']}
        onChange={({ target }) => onChange({ isDirect: target.checked })}
      />
      {isAsked && <RemoveKey onClose={() => setAsked(false)} />}
    </div>
  );
}

function AgentFields({ draft, errors, onChange }: FieldsOfForm) {
  return (
    <div className="grid max-w-3xl gap-4">
      <TextField
        error={errors['conversation_settings_diff.max_iterations']}
        hint="The agent stops after this many steps. Leave empty to use the service default."
        inputMode="numeric"
        label="Maximum steps"
        onChange={({ target }) => onChange({ maxIterations: target.value })}
        step={1}
        type="number"
        value={draft.maxIterations}
      />
      <CheckboxField
        checked={draft.confirms}
        error={errors['conversation_settings_diff.confirmation_mode']}
        hint="The agent waits until a person allows an action."
        label="Ask for confirmation"
        onChange={({ target }) => onChange({ confirms: target.checked })}
      />
      {draft.confirms && (
        <SelectField
          error={errors['conversation_settings_diff.security_analyzer']}
          label="When to ask"
          onChange={({ target }) => onChange({ analyzer: target.value })}
          value={draft.analyzer}
        >
          <option value="llm">Before actions that the model rates as risky</option>
          <option value="none">Before each action</option>
          {!['llm', 'none'].includes(draft.analyzer) && <option>{draft.analyzer}</option>}
        </SelectField>
      )}
      <CheckboxField
        checked={draft.condenses}
        error={errors['agent_settings_diff.condenser.enabled']}
        hint="A summary replaces old events when a conversation gets long. Otherwise it ends at the context limit of the model."
        label="Summarise long conversations"
        onChange={({ target }) => onChange({ condenses: target.checked })}
      />
      {draft.condenses && (
        <TextField
          error={errors['agent_settings_diff.condenser.max_size']}
          hint="Beyond this number, the oldest events are summarised. Leave empty to use the service default."
          inputMode="numeric"
          label="Events before a summary"
          onChange={({ target }) => onChange({ condenserSize: target.value })}
          step={1}
          type="number"
          value={draft.condenserSize}
        />
      )}
    </div>
  );
}

/** The draft that a group of fields edits. */
interface FieldsOfForm {
  readonly draft: ModelDraft;
  /** By the field names of the request. */
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<ModelDraft>) => void;
}

/** Removes the API key of the model. Other changes in the form are kept. */
function RemoveKey({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const remove = useMutation({
    mutationFn: () =>
      answerOf(api.POST('/api/v1/settings', { body: { agent_settings_diff: { llm: { api_key: null } } } })),
    onSuccess: () => {
      toast({ tone: 'good', title: 'API key removed' });
      onClose();
      return queries.invalidateQueries({ queryKey: ['settings'] });
    },
  });
  return (
    <ConfirmDialog action="Remove" mutation={remove} onClose={onClose} title="Remove the API key?">
      <p>New conversations use the key of the service for this model, if it has one.</p>
    </ConfirmDialog>
  );
}
