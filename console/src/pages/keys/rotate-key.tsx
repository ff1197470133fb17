import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { fieldErrors } from '../../api/failure.ts';
import type { ApiKey } from '../../api/shapes.ts';
import { useApi } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { SelectField } from '../../ui/fields.tsx';

const overlaps = [
  [0, 'Not at all'],
  [3_600, '1 hour'],
  [86_400, '1 day'],
  [604_800, '7 days'],
  [2_592_000, '30 days'],
] as const;

interface Props {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
  readonly onMade: (key: string) => void;
}

/** Replaces a key by a new one with the same name, scopes, limits and end. */
export function RotateKey({ apiKey, onClose, onMade }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const rotate = useMutation({
    mutationFn: (overlap_seconds: number) =>
      answerOf(
        api.POST('/api/keys/{key_id}/rotate', { params: { path: { key_id: apiKey.id } }, body: { overlap_seconds } }),
      ),
    onSuccess: ({ key }) => {
      onMade(key);
      return queries.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    rotate.mutate(Number(new FormData(event.currentTarget).get('overlap_seconds')));
  };
  return (
    <Dialog onClose={onClose} title={`Replace the key ${apiKey.name ?? apiKey.id}`}>
      <form className="grid gap-4" onSubmit={submit}>
        <p className="text-ink-soft text-sm">
          The new key has the same name, scopes, limits and end. Both count as one until the old one ends.
        </p>
        <SelectField
          defaultValue={86_400}
          error={fieldErrors(rotate.error).overlap_seconds}
          hint="Time to put the new key everywhere where the old one is in use."
          label="The old key goes on working for"
          name="overlap_seconds"
        >
          {overlaps.map(([seconds, words]) => (
            <option key={seconds} value={seconds}>
              {words}
            </option>
          ))}
        </SelectField>
        {rotate.error && <ErrorNotice error={rotate.error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button busy={rotate.isPending} type="submit" variant="primary">
            Replace
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
