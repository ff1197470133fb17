import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { ApiKey } from '../../api/shapes.ts';
import { useApi } from '../../session/session.ts';
import { OverlapDialog } from '../../ui/overlap-dialog.tsx';

/** In seconds: thirty days. */
const LONGEST_OVERLAP = 2_592_000;

interface Props {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
  readonly onMade: (key: string) => void;
}

/** Replaces a key by a new one. */
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
  return (
    <OverlapDialog
      hint="Time to put the new key everywhere where the old one is in use."
      label="The old key goes on working for"
      longest={LONGEST_OVERLAP}
      onClose={onClose}
      replacing={rotate}
      text="The new key has the same name, scopes, limits and end. Both count as one until the old one ends."
      title={`Replace the key ${apiKey.name ?? apiKey.id}`}
    />
  );
}
