import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { fieldErrors } from '../../../api/failure.ts';
import type { Profile } from '../../../api/shapes.ts';
import { useApi, useCan } from '../../../session/session.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { CheckboxField, TextField } from '../../../ui/fields.tsx';
import { textIn } from '../../../ui/forms.ts';
import { QueryStates } from '../../../ui/query-states.tsx';
import { failed, useToast } from '../../../ui/toasts.ts';
import { AGENT_PROFILES } from '../agents/agent-profiles.ts';
import { DirectField } from '../model/direct-field.tsx';
import { KeyState, ModelField } from '../model/model-field.tsx';
import { ProfileList, ProfileNameField } from '../profile-list.tsx';

export function ProfilesTab() {
  const api = useApi();
  const can = useCan();
  const { activate, rename, remove } = useProfileChanges();
  const profiles = useQuery({
    queryKey: ['profiles'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/settings/profiles', { signal })),
  });
  const active = profiles.data?.active_profile ?? null;
  return (
    <ProfileList
      active={active}
      canChange={can('POST /api/v1/settings/profiles/{name}')}
      columns={modelColumns}
      creating={(names, close) => <NewProfile names={names} onClose={close} />}
      deletion="Its model and key are deleted. If it is in use, the settings keep a copy of both."
      editing={(name, close) => <EditProfile isActive={name === active} name={name} onClose={close} />}
      empty={
        <EmptyState icon={Bookmark} title="No model profiles yet">
          A profile saves a model and its key under a name, so that you can switch models with one click.
        </EmptyState>
      }
      kind="Model profile"
      onActivate={activate.mutate}
      query={profiles}
      remove={remove}
      rename={rename}
      rowId={nameOf}
    />
  );
}

const nameOf = ({ name }: Profile): string => name;

const modelColumns: readonly Column<Profile>[] = [
  {
    id: 'model',
    header: 'Model',
    cell: ({ model, base_url: baseUrl }) => (
      <span className="grid gap-0.5">
        <span className="break-all font-mono text-xs">{model ?? 'Service default'}</span>
        {baseUrl !== null && <span className="break-all text-ink-soft text-xs">{baseUrl}</span>}
      </span>
    ),
  },
  {
    id: 'key',
    header: 'API key',
    cell: ({ api_key_set: isSet }) => <KeyState isSet={isSet} />,
    className: 'hidden sm:table-cell',
  },
];

type Config = Readonly<Record<string, unknown>>;

interface NewProps {
  /** The existing profiles. */
  readonly names: readonly string[];
  readonly onClose: () => void;
}

/** Creates a profile from a model, or from the current settings. */
function NewProfile({ names, onClose }: NewProps) {
  const [name, setName] = useState('');
  const [isCopy, setCopy] = useState(false);
  return (
    <Dialog onClose={onClose} title="New model profile">
      <ProfileForm
        action="Create"
        config={isCopy ? undefined : {}}
        isTaken={names.includes(name.trim())}
        name={name.trim()}
        onClose={onClose}
      >
        {(errors) => (
          <>
            <ProfileNameField error={errors.name} names={names} onChange={setName} value={name} />
            <CheckboxField
              checked={isCopy}
              hint="Copies the model, base URL and API key from the Model tab."
              label="Copy the current model settings"
              onChange={({ target }) => setCopy(target.checked)}
            />
          </>
        )}
      </ProfileForm>
    </Dialog>
  );
}

interface EditProps {
  readonly name: string;
  readonly isActive: boolean;
  readonly onClose: () => void;
}

/** Edits the model of a profile. Fields that the form does not show stay unchanged. */
function EditProfile({ name, isActive, onClose }: EditProps) {
  const api = useApi();
  const profile = useQuery({
    queryKey: ['profiles', name],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/settings/profiles/{name}', { params: { path: { name } }, signal })),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Dialog onClose={onClose} title={`Edit ${name}`}>
      <QueryStates query={profile}>
        {({ config, api_key_set: isKeySet }) => (
          <ProfileForm
            action="Save"
            config={config}
            isActive={isActive}
            isKeySet={isKeySet}
            name={name}
            onClose={onClose}
          />
        )}
      </QueryStates>
    </Dialog>
  );
}

interface FormProps {
  readonly name: string;
  /** Whether another profile has this name. */
  readonly isTaken?: boolean;
  readonly isActive?: boolean;
  readonly isKeySet?: boolean;
  /** The fields of the model; undefined copies the model in use. */
  readonly config: Config | undefined;
  readonly action: string;
  readonly onClose: () => void;
  readonly children?: (errors: Readonly<Record<string, string>>) => ReactNode;
}

function ProfileForm(props: FormProps) {
  const { name, isTaken = false, isActive = false, isKeySet = false, config, action, onClose, children } = props;
  const api = useApi();
  const toast = useToast();
  const { refresh } = useProfileChanges();
  const [model, setModel] = useState(textOf(config?.model));
  const save = useMutation({
    mutationFn: async (llm: (Config & { readonly model: string }) | undefined) => {
      const params = { path: { name } };
      await answerOf(api.POST('/api/v1/settings/profiles/{name}', { params, body: llm === undefined ? {} : { llm } }));
      // The settings hold a copy of the profile in use, which must follow.
      if (isActive) await answerOf(api.POST('/api/v1/settings/profiles/{name}/activate', { params }));
      await refresh();
    },
    onSuccess: () => {
      toast({ tone: 'good', title: `Model profile ${name} saved` });
      onClose();
    },
  });
  const errors = fieldErrors(save.error);
  const submit = (fields: FormData): void => {
    if (isTaken) return;
    const [baseUrl, apiKey] = [textIn(fields, 'base_url'), textIn(fields, 'api_key')];
    const key = apiKey === '' ? {} : { api_key: apiKey };
    const direct = fields.has('direct');
    const llm = { ...config, model: model.trim(), base_url: baseUrl || null, direct, ...key };
    save.mutate(config === undefined ? undefined : llm);
  };
  return (
    <DialogForm action={action} mutation={save} onClose={onClose} onSubmit={submit}>
      {children?.(errors)}
      {config !== undefined && (
        <>
          <ModelField error={errors['llm.model']} onChange={setModel} required value={model} />
          <TextField
            defaultValue={textOf(config.base_url)}
            error={errors['llm.base_url']}
            hint="Only for a model that is not served by its provider."
            label="Base URL"
            name="base_url"
            spellCheck={false}
          />
          <TextField
            autoComplete="off"
            error={errors['llm.api_key']}
            hint={isKeySet ? 'A key is set and never shown. Leave empty to keep it.' : 'Once saved, it is never shown.'}
            label="API key"
            name="api_key"
            spellCheck={false}
            type="password"
          />
          <DirectField defaultChecked={config.direct === true} error={errors['llm.direct']} name="direct" />
        </>
      )}
    </DialogForm>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The changes of profiles. Each refreshes the profiles and the settings. */
function useProfileChanges() {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const refresh = () =>
    // Agent profiles refer to their model profile by name.
    Promise.all(
      ['profiles', 'settings', AGENT_PROFILES].map((name) => queries.invalidateQueries({ queryKey: [name] })),
    );
  const activate = useMutation({
    mutationFn: ({ name }: Profile) =>
      answerOf(api.POST('/api/v1/settings/profiles/{name}/activate', { params: { path: { name } } })),
    onSuccess: ({ name, model }) => {
      toast({ tone: 'good', title: `${name} is now in use`, detail: `New conversations use ${model ?? 'its model'}.` });
      return refresh();
    },
    onError: (error) => toast(failed('Switching profiles', error)),
  });
  const rename = async (name: string, new_name: string): Promise<void> => {
    await answerOf(
      api.POST('/api/v1/settings/profiles/{name}/rename', { params: { path: { name } }, body: { new_name } }),
    );
    await refresh();
  };
  const remove = async (name: string): Promise<void> => {
    await answerOf(api.DELETE('/api/v1/settings/profiles/{name}', { params: { path: { name } } }));
    await refresh();
  };
  return { activate, rename, remove, refresh };
}
