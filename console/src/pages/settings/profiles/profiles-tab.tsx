import { useQuery } from '@tanstack/react-query';
import { Bookmark, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import type { Profile } from '../../../api/shapes.ts';
import { useApi, useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryStates } from '../../../ui/query-states.tsx';
import { DeleteDialog, profileColumns, RenameDialog } from '../item-actions.tsx';
import { KeyState } from '../model/model-field.tsx';
import { EditProfile, NewProfile, useProfileChanges } from './profile-dialog.tsx';

/** The open dialog, and its profile. */
type Asked = { readonly what: 'new' } | { readonly what: 'edit' | 'rename' | 'delete'; readonly name: string };

/** Named language models, one of which can be in use. */
export function ProfilesTab() {
  const api = useApi();
  const can = useCan();
  const { activate, rename, remove } = useProfileChanges();
  const [asked, setAsked] = useState<Asked>();
  const mayChange = can('POST /api/v1/settings/profiles/{name}');
  const profiles = useQuery({
    queryKey: ['profiles'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/settings/profiles', { signal })),
  });
  const active = profiles.data?.active_profile ?? null;
  const columns = useMemo(
    () =>
      profileColumns(modelColumns, {
        isActive: ({ name }) => name === active,
        actions: mayChange
          ? {
              onActivate: ({ name }) => activate.mutate(name),
              onChoose: (what, name) => setAsked({ what, name }),
            }
          : undefined,
      }),
    [active, activate.mutate, mayChange],
  );
  const close = (): void => setAsked(undefined);
  const create = mayChange && (
    <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => setAsked({ what: 'new' })}>
      New profile
    </Button>
  );
  return (
    <Card actions={create} isFlush title="Model profiles">
      <QueryStates query={profiles}>
        {({ profiles: rows }) =>
          rows.length > 0 ? (
            <DataTable columns={columns} label="Model profiles" rowId={({ name }) => name} rows={rows} />
          ) : (
            <EmptyState icon={<Bookmark aria-hidden />} title="No model profiles yet">
              A profile saves a model and its key under a name, so that you can switch models with one click.
            </EmptyState>
          )
        }
      </QueryStates>
      {asked?.what === 'new' && (
        <NewProfile names={profiles.data?.profiles.map(({ name }) => name) ?? []} onClose={close} />
      )}
      {asked?.what === 'edit' && <EditProfile isActive={asked.name === active} name={asked.name} onClose={close} />}
      {asked?.what === 'rename' && (
        <RenameDialog name={asked.name} onClose={close} rename={(newName) => rename(asked.name, newName)} />
      )}
      {asked?.what === 'delete' && (
        <DeleteDialog onClose={close} remove={() => remove(asked.name)} what={`Model profile ${asked.name}`}>
          <p>Its model and key are deleted. If it is in use, the settings keep a copy of both.</p>
        </DeleteDialog>
      )}
    </Card>
  );
}

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
