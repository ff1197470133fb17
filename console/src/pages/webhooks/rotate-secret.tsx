import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { WebhookEndpoint } from '../../api/shapes.ts';
import { useApi } from '../../session/session.ts';
import { OverlapDialog } from '../../ui/overlap-dialog.tsx';

/** In seconds: seven days. */
const LONGEST_OVERLAP = 604_800;

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
  return (
    <OverlapDialog
      hint="Time to give the new secret to every receiver."
      label="The present secret signs for"
      longest={LONGEST_OVERLAP}
      onClose={onClose}
      replacing={rotate}
      text="Until the overlap ends, each message has both signatures."
      title="Replace the signing secret"
    />
  );
}
