import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { ApiKey, RotatedKey } from '../../api/shapes.ts';
import { useApi, useSession } from '../../session/session.ts';
import { OverlapDialog } from '../../ui/overlap-dialog.tsx';

/** In seconds: thirty days. */
const LONGEST_OVERLAP = 2_592_000;

/** Of the key of this session, in seconds: the console needs it until its successor is copied. */
const SHORTEST_OF_OWN = 3_600;

interface Props {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
  readonly onRotated: (successor: RotatedKey) => void;
}

/** Replaces a key by a new one. */
export function RotateKey({ apiKey, onClose, onRotated }: Props) {
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
          ? 'You are signed in with this key. The console goes on with the new one, which has the same name, scopes, limits and expiry.'
          : 'The new key has the same name, scopes, limits and expiry. Until the old one expires, both share the limits.'
      }
      title={`Rotate key ${apiKey.name ?? apiKey.id}`}
    />
  );
}
