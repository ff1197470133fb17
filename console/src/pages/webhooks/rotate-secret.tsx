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
      hint="Give the new secret to every receiver within this time."
      label="The old secret is also used for"
      longest={LONGEST_OVERLAP}
      onClose={onClose}
      replacing={rotate}
      text="During this time each message carries both signatures, so that receivers can change over one by one."
      title="Rotate signing secret"
    />
  );
}
