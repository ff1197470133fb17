import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../shared/client/answer-of.ts';
import { useApi, useCan } from '../session/session.ts';

/** The sandbox specs, the default first. */
export function useSpecs() {
  const api = useApi();
  const can = useCan();
  return useQuery({
    queryKey: ['sandbox-specs'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/sandbox-specs/search', { signal })),
    select: ({ items }) => items,
    enabled: can('GET /api/v1/sandbox-specs/search'),
    staleTime: 60_000,
  });
}
