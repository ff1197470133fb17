import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import type { FieldsOfForm } from './fields-of-form.ts';
import { KeyState } from './key-state.tsx';
import { ModelField } from './model-field.tsx';
import { RemoveKey } from './remove-key.tsx';

interface Props extends FieldsOfForm {
  readonly isKeySet: boolean;
}

/** Which model, where, and with which key. */
export function LlmFields({ draft, errors, onChange, isKeySet }: Props) {
  const [isAsked, setAsked] = useState(false);
  return (
    <div className="grid max-w-3xl gap-4">
      <ModelField
        error={errors['agent_settings_diff.llm.model']}
        hint="As provider/model. Leave empty for the default model of the service."
        onChange={(model) => onChange({ model })}
        value={draft.model}
      />
      <TextField
        error={errors['agent_settings_diff.llm.base_url']}
        hint="Leave empty unless the model is served elsewhere than at its provider, such as at https://llm.example.com/v1."
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
              ? 'It is never shown. Type another key to replace it.'
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
      {isAsked && <RemoveKey onClose={() => setAsked(false)} />}
    </div>
  );
}
