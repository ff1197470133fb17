import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { fieldErrors } from '../../api/failure.ts';
import type { ApiKeyCreate } from '../../api/shapes.ts';
import { useApi } from '../../session/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormEnd } from '../../ui/form-end.tsx';
import { KeyFields } from './key-fields.tsx';
import { keyRequestOf } from './key-request.ts';

interface Props {
  readonly onClose: () => void;
  readonly onMade: (key: string) => void;
}

/** Asks what a new key may do, how much and until when. */
export function NewKey({ onClose, onMade }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const [isChosen, setChosen] = useState(false);
  const create = useMutation({
    mutationFn: (body: ApiKeyCreate) => answerOf(api.POST('/api/keys', { body })),
    onSuccess: ({ key }) => {
      onMade(key);
      return queries.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  const errors = fieldErrors(create.error);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    create.mutate(keyRequestOf(new FormData(event.currentTarget), isChosen));
  };
  return (
    <Dialog isWide onClose={onClose} title="Create key">
      <form className="grid gap-5" onSubmit={submit}>
        <KeyFields errors={errors} isChosen={isChosen} onChoose={setChosen} />
        <FormEnd action="Create key" mutation={create} onClose={onClose} />
      </form>
    </Dialog>
  );
}
