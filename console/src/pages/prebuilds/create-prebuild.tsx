import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { ApiProblem } from '../../../../shared/client/api-problem.ts';
import { fieldErrors } from '../../api/failure.ts';
import type { Prebuild, PrebuildCreate, PrebuildWithSecret } from '../../api/shapes.ts';
import { usePrebuildChange } from '../../data/prebuild-queries.ts';
import { useSpecs } from '../../data/spec-queries.ts';
import { useApi } from '../../session/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { CheckboxField, SelectField, TextField } from '../../ui/fields.tsx';
import { textIn } from '../../ui/forms.ts';
import { noMachine, resourcesOf } from '../../ui/machine.ts';
import { SizeFields } from '../../ui/machine-fields.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { SpecField, specOf } from '../../ui/spec-field.tsx';
import { isProvider, providerNames } from '../conversations/repository.ts';
import { pastedRepository } from '../conversations/start/pasted-repository.ts';
import { refreshWords } from './prebuild-words.ts';

interface Props {
  readonly onClose: () => void;
  readonly onMade: (made: PrebuildWithSecret) => void;
}

export function CreatePrebuild({ onClose, onMade }: Props) {
  const api = useApi();
  const specs = useSpecs();
  const [repository, setRepository] = useState('');
  const [provider, setProvider] = useState('');
  const [branch, setBranch] = useState('');
  const [spec, setSpec] = useState('');
  const [machine, setMachine] = useState(noMachine);
  const create = usePrebuildChange((body: PrebuildCreate) => answerOf(api.POST('/api/v1/prebuilds', { body })), onMade);
  const errors = fieldErrors(create.error);
  const submit = (fields: FormData): void =>
    create.mutate({
      repository: repository.trim(),
      git_provider: isProvider(provider) ? provider : null,
      branch: branch.trim() || null,
      sandbox_spec_id: spec || null,
      resources: resourcesOf(machine) ?? null,
      refresh: refreshIn(fields),
      setup_on_start: fields.has('setup_on_start'),
    });
  /** A pasted URL fills in what it names. */
  const changeRepository = (text: string): void => {
    const pasted = pastedRepository(text);
    setRepository(pasted?.repository ?? text);
    if (pasted?.provider) setProvider(pasted.provider);
    if (pasted?.branch) setBranch(pasted.branch);
  };
  return (
    <Dialog isWide onClose={onClose} title="Create a prebuild">
      <QueryStates query={specs}>
        {(items) => (
          <DialogForm action="Create" mutation={create} onClose={onClose} onSubmit={submit}>
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                autoComplete="off"
                error={errors.repository}
                label="Repository"
                onChange={({ target }) => changeRepository(target.value)}
                placeholder="owner/name"
                required
                spellCheck={false}
                value={repository}
              />
              <SelectField
                error={errors.git_provider}
                label="Git provider"
                onChange={({ target }) => setProvider(target.value)}
                options={Object.entries(providerNames)}
                value={provider}
              >
                <option value="">Default</option>
              </SelectField>
              <TextField
                autoComplete="off"
                error={errors.branch}
                hint="Branch or tag. Leave empty for the default branch."
                label="Branch"
                onChange={({ target }) => setBranch(target.value)}
                spellCheck={false}
                value={branch}
              />
              <RefreshField error={errors.refresh} />
              <SpecField
                error={errors.sandbox_spec_id}
                hint="Starts with another spec do not use this prebuild."
                label="Sandbox spec"
                onChange={(id) => {
                  setSpec(id);
                  setMachine(noMachine);
                }}
                specs={items}
                value={spec}
              />
              <SizeFields
                errors={errors}
                machine={machine}
                onChange={(changed) => setMachine({ ...machine, ...changed })}
                spec={specOf(items, spec)}
              />
            </div>
            <SetupField />
            <p className="text-ink-soft text-sm">
              A build is a sandbox, which counts towards your limits and costs what any other does.
            </p>
            <ExistingPrebuild error={create.error} />
          </DialogForm>
        )}
      </QueryStates>
    </Dialog>
  );
}

/** A link to the prebuild that makes another one of its source impossible. */
function ExistingPrebuild({ error }: { readonly error: Error | null }) {
  const id = error instanceof ApiProblem ? error.problem?.prebuild_id : undefined;
  if (id === undefined) return null;
  return (
    <p className="text-sm">
      <Link
        className="text-accent underline underline-offset-2"
        params={{ prebuildId: id }}
        to="/prebuilds/$prebuildId"
      >
        Open the prebuild that exists
      </Link>
    </p>
  );
}

interface RefreshProps {
  readonly error?: string | undefined;
  readonly refresh?: Prebuild['refresh'];
}

export function RefreshField({ error, refresh = 'never' }: RefreshProps) {
  return (
    <SelectField
      defaultValue={refresh}
      error={error}
      hint="A push needs a webhook at your git provider."
      label="Build again"
      name="refresh"
      options={Object.entries(refreshWords)}
    />
  );
}

export function refreshIn(fields: FormData): Prebuild['refresh'] {
  const text = textIn(fields, 'refresh');
  return text === 'push' || text === 'daily' ? text : 'never';
}

export function SetupField({ isOn = false }: { readonly isOn?: boolean }) {
  return (
    <CheckboxField
      defaultChecked={isOn}
      hint="For what the script installs outside of the workspace. Otherwise it runs again only if it has changed."
      label="Run the set-up script at each start too"
      name="setup_on_start"
    />
  );
}
