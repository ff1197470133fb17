import { useState } from 'react';
import { fieldErrors } from '../../../api/failure.ts';
import { useSandboxChange } from '../../../data/sandbox-queries.ts';
import { useSession } from '../../../session/session.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { textIn } from '../../../ui/forms.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useToast } from '../../../ui/toasts.ts';
import { type Port, usePortRequests } from './port-queries.ts';
import { accessWords, optionsOf, titleOf, wakeWords } from './port-words.ts';

interface Props {
  readonly sandboxId: string;
  readonly onClose: () => void;
}

const HOUR = 3_600;
const ends = [
  ['', 'When the sandbox is deleted'],
  [HOUR, 'In an hour'],
  [24 * HOUR, 'In a day'],
  [7 * 24 * HOUR, 'In a week'],
] as const;

/** @param port the one to begin with, such as one on which an app listens */
export function OpenPort({ sandboxId, onClose, port }: Props & { readonly port: number | undefined }) {
  const requests = usePortRequests(sandboxId);
  const toast = useToast();
  const open = useSandboxChange(requests.open, (opened: Port) => {
    toast({
      tone: opened.warning === null ? 'good' : 'warn',
      title: `Port ${opened.port} is open`,
      ...detailOf(opened),
    });
    onClose();
  });
  const submit = (fields: FormData) => {
    const end = textIn(fields, 'expires_in');
    open.mutate({
      port: Number(textIn(fields, 'port')),
      name: textIn(fields, 'name') || null,
      access: textIn(fields, 'access') as Port['access'],
      wake: textIn(fields, 'wake') as Port['wake'],
      ...(end === '' ? {} : { expires_in: Number(end) }),
    });
  };
  return (
    <Dialog onClose={onClose} title="Open a port">
      <DialogForm action="Open" mutation={open} onClose={onClose} onSubmit={submit}>
        <TextField
          defaultValue={port}
          error={fieldErrors(open.error).port}
          hint="The app must listen on 0.0.0.0."
          inputMode="numeric"
          label="Port"
          max={65_535}
          min={1024}
          name="port"
          required
          type="number"
        />
        <PortFields errors={fieldErrors(open.error)} />
        <SelectField label="Closes" name="expires_in" options={ends} />
      </DialogForm>
    </Dialog>
  );
}

export function ChangePort({ sandboxId, port, onClose }: Props & { readonly port: Port }) {
  const requests = usePortRequests(sandboxId);
  const toast = useToast();
  const change = useSandboxChange(
    (fields: FormData) =>
      requests.change(port.id, {
        name: textIn(fields, 'name') || null,
        access: textIn(fields, 'access') as Port['access'],
        wake: textIn(fields, 'wake') as Port['wake'],
      }),
    (changed) => {
      toast({ tone: changed.warning === null ? 'good' : 'warn', title: 'Port changed', ...detailOf(changed) });
      onClose();
    },
  );
  return (
    <Dialog onClose={onClose} title={`Change port ${port.port}`}>
      <DialogForm action="Save" mutation={change} onClose={onClose} onSubmit={(fields) => change.mutate(fields)}>
        <PortFields errors={fieldErrors(change.error)} port={port} />
        <p className="text-ink-soft text-sm">
          Its URL stays the same. To get a new one, close the port and open it again.
        </p>
      </DialogForm>
    </Dialog>
  );
}

const detailOf = ({ warning }: Port) => (warning === null ? {} : { detail: warning });

interface FieldsProps {
  readonly port?: Port;
  readonly errors: Readonly<Record<string, string | undefined>>;
}

function PortFields({ port, errors }: FieldsProps) {
  const { scopes } = useSession().key;
  const canShare = scopes.includes('admin') || scopes.includes('sandboxes:share');
  const [access, setAccess] = useState<Port['access']>(port?.access ?? 'key');
  const offered = optionsOf(accessWords).filter(([name]) => name !== 'public' || canShare || port?.access === 'public');
  return (
    <>
      <TextField defaultValue={port?.name ?? ''} error={errors.name} label="Name" maxLength={60} name="name" />
      <SelectField
        error={errors.access}
        label="Who can use it"
        name="access"
        onChange={({ target }) => setAccess(target.value as Port['access'])}
        options={offered}
        value={access}
      />
      {access !== 'key' && (
        <Notice title={access === 'public' ? 'Anyone can use this app' : 'The URL is the only protection'} tone="warn">
          The app can be used without a key. Close the port when you no longer need it.
        </Notice>
      )}
      <SelectField
        defaultValue={port?.wake ?? 'never'}
        error={errors.wake}
        hint="A sandbox that is resumed costs money."
        label="Requests that resume the sandbox"
        name="wake"
        options={optionsOf(wakeWords)}
      />
    </>
  );
}

export function ClosePort({ sandboxId, port, onClose }: Props & { readonly port: Port }) {
  const requests = usePortRequests(sandboxId);
  const toast = useToast();
  const close = useSandboxChange(
    () => requests.close(port.id),
    () => {
      toast({ tone: 'good', title: `Port ${port.port} is closed` });
      onClose();
    },
  );
  return (
    <ConfirmDialog action="Close" mutation={close} onClose={onClose} title={`Close port ${titleOf(port)}?`}>
      <p>Its URL stops working within seconds and is never used again. The app keeps running.</p>
    </ConfirmDialog>
  );
}
