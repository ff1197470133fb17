import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { SandboxStatus } from '../../api/shapes.ts';
import { useApi, useCan } from '../../session/session.ts';
import { looksLikeId } from './matching.ts';

/** How many are asked for: the newest, or those that the text finds. */
const MOST = 20;

/** Shorter texts find too much. */
const SHORTEST = 2;

const FRESH = 10_000;

const statusWords: Readonly<Record<SandboxStatus, string>> = {
  STARTING: 'Starting',
  RUNNING: 'Running',
  PAUSED: 'Paused',
  ERROR: 'Failed',
  MISSING: 'Missing',
};

/** The newest conversations and sandboxes, and those that the service finds by title or by a part of the ID. */
export function useFound(text: string) {
  const api = useApi();
  const can = useCan();
  const wanted = text.trim();
  const isId = looksLikeId(wanted);
  const byId = isId ? { id__contains: wanted.toLowerCase().replaceAll('-', '') } : {};
  const byTitle = !isId && wanted.length >= SHORTEST ? { title__contains: wanted } : {};
  const common = { staleTime: FRESH, placeholderData: keepPreviousData };
  const conversations = useQuery({
    ...common,
    queryKey: ['palette', 'conversations', byId, byTitle],
    queryFn: ({ signal }) => {
      const query = { ...byId, ...byTitle, limit: MOST, include_sub_conversations: isId };
      return answerOf(api.GET('/api/v1/app-conversations/search', { params: { query }, signal }));
    },
    enabled: can('GET /api/v1/app-conversations/search'),
  });
  const sandboxes = useQuery({
    ...common,
    queryKey: ['palette', 'sandboxes', byId],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/sandboxes/search', { params: { query: { ...byId, limit: MOST } }, signal })),
    enabled: can('GET /api/v1/sandboxes/search'),
  });
  const found = conversations.data?.items ?? [];
  const titles = new Map(found.map(({ sandbox_id, title }) => [sandbox_id, title ?? undefined]));
  return {
    conversations: found,
    sandboxes: (sandboxes.data?.items ?? []).map(({ id, status }) => ({
      id,
      status: statusWords[status],
      title: titles.get(id),
    })),
    isSearching: conversations.isFetching || sandboxes.isFetching,
  };
}
