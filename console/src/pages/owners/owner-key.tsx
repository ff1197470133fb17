import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { fieldErrors } from '../../api/failure.ts';
import type { ApiKeyCreate } from '../../api/shapes.ts';
import { useApi } from '../../session/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormEnd } from '../../ui/form-end.tsx';
import { KeyFields } from '../keys/key-fields.tsx';
import { keyRequestOf } from '../keys/key-request.ts';

interface Props {
  readonly ownerId: string;
  readonly onClose: () => void;
  readonly onMade: (key: string) => void;
}

/** Makes a key of another owner. */
export function OwnerKey({ ownerId, onClose, onMade }: Props) {
  const api = useApi();
  const [isChosen, setChosen] = useState(false);
  const create = useMutation({
    mutationFn: (body: ApiKeyCreate) =>
      answerOf(api.POST('/api/v1/owners/{owner_id}/keys', { params: { path: { owner_id: ownerId } }, body })),
    onSuccess: ({ key }) => onMade(key),
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    create.mutate(keyRequestOf(new FormData(event.currentTarget), isChosen));
  };
  return (
    <Dialog isWide onClose={onClose} title={`Create key for ${ownerId}`}>
      <form className="grid gap-5" onSubmit={submit}>
        <KeyFields errors={fieldErrors(create.error)} isChosen={isChosen} onChoose={setChosen} />
        <FormEnd action="Create key" mutation={create} onClose={onClose} />
      </form>
    </Dialog>
  );
}
