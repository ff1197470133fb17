import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { fieldErrors } from '../../api/failure.ts';
import type { ApiKey, ApiKeyCreate, RotatedKey } from '../../api/shapes.ts';
import { useApi, useSession } from '../../session/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { CheckboxField } from '../../ui/fields.tsx';
import { OverlapDialog } from '../../ui/overlap-dialog.tsx';
import { useToast } from '../../ui/toasts.ts';
import { KeyFields } from './key-fields.tsx';
import { keyRequestOf } from './key-request.ts';

interface NewKeyProps {
  /** The owner of the key, for administrators; by default, the owner of this session. */
  readonly ownerId?: string;
  readonly onClose: () => void;
  readonly onMade: (key: string) => void;
}

export function NewKey({ ownerId, onClose, onMade }: NewKeyProps) {
  const api = useApi();
  const queries = useQueryClient();
  const [isChosen, setChosen] = useState(false);
  const create = useMutation({
    mutationFn: (body: ApiKeyCreate) =>
      ownerId === undefined
        ? answerOf(api.POST('/api/keys', { body }))
        : answerOf(api.POST('/api/v1/owners/{owner_id}/keys', { params: { path: { owner_id: ownerId } }, body })),
    onSuccess: ({ key }) => {
      onMade(key);
      return queries.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  const submit = (fields: FormData) => create.mutate(keyRequestOf(fields, isChosen));
  return (
    <Dialog isWide onClose={onClose} title={ownerId === undefined ? 'Create key' : `Create key for ${ownerId}`}>
      <DialogForm action="Create key" mutation={create} onClose={onClose} onSubmit={submit}>
        <KeyFields
          errors={fieldErrors(create.error)}
          isChosen={isChosen}
          isForOwner={ownerId !== undefined}
          onChoose={setChosen}
        />
      </DialogForm>
    </Dialog>
  );
}

/** Thirty days, in seconds. */
const LONGEST_OVERLAP = 2_592_000;

/** For the key of this session, in seconds: the console needs it until the new key is copied. */
const SHORTEST_OF_OWN = 3_600;

interface RotateKeyProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
  readonly onRotated: (successor: RotatedKey) => void;
}

export function RotateKey({ apiKey, onClose, onRotated }: RotateKeyProps) {
  const api = useApi();
  const { key } = useSession();
  const queries = useQueryClient();
  const isOwn = apiKey.id === key.id;
  const rotate = useMutation({
    mutationFn: (overlap_seconds: number) =>
      answerOf(
        api.POST('/api/keys/{key_id}/rotate', { params: { path: { key_id: apiKey.id } }, body: { overlap_seconds } }),
      ),
    onSuccess: (successor) => {
      onRotated(successor);
      return queries.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  return (
    <OverlapDialog
      hint="Replace the old key everywhere within this time."
      label="The old key keeps working for"
      longest={LONGEST_OVERLAP}
      onClose={onClose}
      replacing={rotate}
      shortest={isOwn ? SHORTEST_OF_OWN : 0}
      text={
        isOwn
          ? 'You are signed in with this key. The console switches to the new key, which has the same name, scopes, limits and expiry.'
          : 'The new key has the same name, scopes, limits and expiry. Until the old one expires, both share the limits.'
      }
      title={`Rotate key ${apiKey.name ?? apiKey.id}`}
    />
  );
}

interface RevokeKeyProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

export function RevokeKey({ apiKey, onClose }: RevokeKeyProps) {
  const api = useApi();
  const { key, signOut } = useSession();
  const queries = useQueryClient();
  const toast = useToast();
  const name = apiKey.name ?? apiKey.id;
  const isOwn = apiKey.id === key.id;
  const [isCompromised, setCompromised] = useState(false);
  const revoke = useMutation({
    mutationFn: () =>
      answerOf(
        api.DELETE('/api/keys/{key_id}', {
          params: { path: { key_id: apiKey.id }, query: isCompromised ? { compromised: true } : {} },
        }),
      ),
    onSuccess: ({ session_keys: rotated }) => {
      const isLeft = rotated?.complete === false;
      toast({
        tone: isLeft ? 'warn' : 'good',
        title: `Key ${name} revoked`,
        ...(rotated && { detail: rotatedWords(apiKey.id, rotated) }),
      });
      if (isOwn) return signOut();
      onClose();
      return queries.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  return (
    <ConfirmDialog
      action={isOwn ? 'Revoke and sign out' : 'Revoke'}
      mutation={revoke}
      onClose={onClose}
      title={`Revoke key ${name}?`}
    >
      <p>Requests with this key are rejected from now on. This cannot be undone.</p>
      <CheckboxField
        checked={isCompromised}
        hint="Replaces the session keys of all sandboxes that this key could see. Running sandboxes start again from their workspaces."
        label="Strangers may have this key"
        onChange={({ target }) => setCompromised(target.checked)}
      />
      {isOwn && <p className="font-medium text-bad">You are signed in with this key. Revoking it signs you out.</p>}
    </ConfirmDialog>
  );
}

function rotatedWords(
  id: string,
  { rotated, complete }: { readonly rotated: number; readonly complete: boolean },
): string {
  const done = `Session keys of ${rotated} ${rotated === 1 ? 'sandbox' : 'sandboxes'} were replaced.`;
  return complete ? done : `${done} To replace the rest, run acs keys revoke ${id} --compromised.`;
}
