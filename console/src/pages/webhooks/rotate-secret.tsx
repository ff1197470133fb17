import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { WebhookEndpoint } from '../../api/shapes.ts';
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
] as const;

interface Props {
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
  readonly onMade: (secret: string) => void;
}

/** Replaces the secret that messages are signed with. */
export function RotateSecret({ endpoint, onClose, onMade }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const rotate = useMutation({
    mutationFn: (overlap_seconds: number) =>
      answerOf(
        api.POST('/api/v1/webhook-endpoints/{endpoint_id}/rotate-secret', {
          params: { path: { endpoint_id: endpoint.id } },
          body: { overlap_seconds },
        }),
      ),
    onSuccess: ({ secret }) => {
      onMade(secret);
      return queries.invalidateQueries({ queryKey: ['webhook-endpoints'] });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    rotate.mutate(Number(new FormData(event.currentTarget).get('overlap_seconds')));
  };
  return (
    <Dialog onClose={onClose} title="Replace the signing secret">
      <form className="grid gap-4" onSubmit={submit}>
        <SelectField
          defaultValue={86_400}
          hint="Until then every message has both signatures."
          label="The present secret signs for"
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
