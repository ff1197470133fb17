import { useQuery } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import type { Profile } from '../../../api/shapes.ts';
import { useApi, useCan } from '../../../session/session.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { KeyState } from '../model/model-field.tsx';
import { ProfileList } from '../profile-list.tsx';
import { EditProfile, NewProfile, useProfileChanges } from './profile-dialog.tsx';

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
