import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Pencil, Plus, Trash2, Vault } from 'lucide-react';
import { useMemo, useState } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { fieldErrors } from '../../../api/failure.ts';
import { given } from '../../../api/search-params.ts';
import type { Secret } from '../../../api/shapes.ts';
import { useApi, useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TextAreaField, TextField } from '../../../ui/fields.tsx';
import { textIn } from '../../../ui/forms.ts';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { QueryStates } from '../../../ui/query-states.tsx';
import { useToast } from '../../../ui/toasts.ts';
import { DeleteDialog } from '../delete-dialog.tsx';

const route = getRouteApi('/settings');

/** The open dialog, and its secret. */
type Asked = { readonly what: 'add' } | { readonly what: 'change' | 'delete'; readonly secret: Secret };

/** The environment variables of agents. Values are write-only. */
export function SecretsTab() {
  const api = useApi();
  const can = useCan();
  const queries = useQueryClient();
  const { page } = route.useSearch();
  const [asked, setAsked] = useState<Asked>();
  const canChange = can('POST /api/v1/secrets');
  const secrets = useQuery({
    queryKey: ['secrets', page],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/secrets/search', { params: { query: given({ page_id: page }) }, signal })),
  });
  const columns = useMemo(
    () =>
      secretColumns(
        canChange
          ? {
              onChange: (secret) => setAsked({ what: 'change', secret }),
              onDelete: (secret) => setAsked({ what: 'delete', secret }),
            }
          : undefined,
      ),
    [canChange],
  );
  const close = (): void => setAsked(undefined);
  const remove = async (name: string): Promise<void> => {
    await answerOf(api.DELETE('/api/v1/secrets/{secret_id}', { params: { path: { secret_id: name } } }));
    await queries.invalidateQueries({ queryKey: ['secrets'] });
  };
  const add = canChange && (
    <Button icon={Plus} onClick={() => setAsked({ what: 'add' })}>
      Add secret
    </Button>
  );
  return (
    <Card actions={add} isFlush title="Secrets">
      <QueryStates query={secrets}>
        {({ items, next_page_id: next }) => (
          <>
            {items.length > 0 ? (
              <DataTable columns={columns} label="Secrets" rowId={({ name }) => name} rows={items} />
            ) : (
              <EmptyState icon={Vault} title="No secrets yet">
                Store a value such as an API token. Agents get it as an environment variable.
              </EmptyState>
            )}
            <Pager next={next} page={page} />
          </>
        )}
      </QueryStates>
      {asked?.what === 'add' && <SecretDialog onClose={close} />}
      {asked?.what === 'change' && <SecretDialog onClose={close} secret={asked.secret} />}
      {asked?.what === 'delete' && (
        <DeleteDialog onClose={close} remove={() => remove(asked.secret.name)} what={`Secret ${asked.secret.name}`}>
          <p>Agents no longer get it, and its value cannot be recovered.</p>
        </DeleteDialog>
      )}
    </Card>
  );
}

interface Actions {
  readonly onChange: (secret: Secret) => void;
  readonly onDelete: (secret: Secret) => void;
}

/** @param actions undefined for a read-only key */
function secretColumns(actions: Actions | undefined): readonly Column<Secret>[] {
  const columns: readonly Column<Secret>[] = [
    {
      id: 'name',
      header: 'Name',
      cell: ({ name }) => <code className="break-all font-mono font-medium text-xs">{name}</code>,
      sortBy: ({ name }) => name,
    },
    {
      id: 'description',
      header: 'Description',
      cell: ({ description }) => <span className="whitespace-pre-wrap break-words">{description}</span>,
    },
  ];
  if (!actions) return columns;
  return [
    ...columns,
    {
      id: 'actions',
      header: 'Actions',
      align: 'right',
      cell: (secret) => (
        <Menu label={`Actions for ${secret.name}`}>
          <MenuItem icon={Pencil} label="Edit" onSelect={() => actions.onChange(secret)} />
          <MenuItem icon={Trash2} isDangerous label="Delete" onSelect={() => actions.onDelete(secret)} />
        </Menu>
      ),
    },
  ];
}

interface Props {
  /** The secret to edit; undefined for a new one. */
  readonly secret?: Secret;
  readonly onClose: () => void;
}

function SecretDialog({ secret, onClose }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const save = useMutation({
    mutationFn: async ({ name, value, description }: { name: string; value: string; description: string }) => {
      const body = { name, description };
      if (secret === undefined) await answerOf(api.POST('/api/v1/secrets', { body: { ...body, value } }));
      else {
        const params = { path: { secret_id: secret.name } };
        const change = value === '' ? body : { ...body, value };
        await answerOf(api.PUT('/api/v1/secrets/{secret_id}', { params, body: change }));
      }
      await queries.invalidateQueries({ queryKey: ['secrets'] });
    },
    onSuccess: (_, { name }) => {
      toast({ tone: 'good', title: `Secret ${name} saved` });
      onClose();
    },
  });
  const errors = fieldErrors(save.error);
  const submit = (fields: FormData): void => {
    const value = String(fields.get('value'));
    save.mutate({ name: textIn(fields, 'name'), value, description: textIn(fields, 'description') });
  };
  const isNew = secret === undefined;
  const action = isNew ? 'Add' : 'Save';
  return (
    <Dialog onClose={onClose} title={isNew ? 'Add secret' : `Edit ${secret.name}`}>
      <DialogForm action={action} mutation={save} onClose={onClose} onSubmit={submit}>
        <TextField
          autoComplete="off"
          defaultValue={secret?.name}
          error={errors.name}
          hint={
            isNew
              ? 'The name of the environment variable, such as NPM_TOKEN. A secret with this name is replaced.'
              : 'The name of the environment variable.'
          }
          label="Name"
          maxLength={128}
          name="name"
          required
          spellCheck={false}
        />
        <TextAreaField
          autoComplete="off"
          className="font-mono"
          error={errors.value}
          hint={isNew ? 'Once saved, it is never shown.' : 'The value is never shown. Leave it empty to keep it.'}
          label={isNew ? 'Value' : 'New value'}
          maxLength={32_000}
          name="value"
          required={isNew}
          rows={3}
          spellCheck={false}
        />
        <TextField
          defaultValue={secret?.description ?? ''}
          error={errors.description}
          label="Description"
          maxLength={1_000}
          name="description"
        />
      </DialogForm>
    </Dialog>
  );
}
