import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../shared/client/answer-of.ts';
import type { Prebuild } from '../api/shapes.ts';
import { liveWhile } from '../live/polls.ts';
import { useApi, useCan } from '../session/session.ts';
import { useChange } from './change.ts';

const PREBUILDS = 'prebuilds';

const isBuilding = ({ state }: Prebuild): boolean => state === 'BUILDING';

/** All prebuilds of the owner, oldest first, refreshed regularly. */
export function usePrebuilds() {
  const api = useApi();
  return useQuery({
    queryKey: [PREBUILDS],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/prebuilds', { signal })),
    refetchInterval: liveWhile<{ readonly items: readonly Prebuild[] }>(({ items }) => items.some(isBuilding)),
  });
}

/** The prebuilds for a hint in a form. They are read once, and not refreshed. */
export function useKnownPrebuilds(isWanted: boolean): readonly Prebuild[] {
  const api = useApi();
  const can = useCan();
  const { data } = useQuery({
    queryKey: [PREBUILDS],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/prebuilds', { signal })),
    enabled: isWanted && can('GET /api/v1/prebuilds'),
    staleTime: 60_000,
  });
  return data?.items ?? [];
}

export function usePrebuild(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: [PREBUILDS, id],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/prebuilds/{prebuild_id}', { params: { path: { prebuild_id: id } }, signal })),
    refetchInterval: liveWhile<Prebuild>(isBuilding),
  });
}

/** A change of prebuilds, after which they are read again. */
export function usePrebuildChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  done: (output: Output) => void,
) {
  return useChange(PREBUILDS, change, done);
}
