import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { ServiceClient } from '../../../../shared/client/service-client.ts';
import { count } from '../../../../shared/presentation/money.ts';
import type { Conversation } from '../../api/shapes.ts';
import { LIST_MEMBERS, memberNames, useMemberNames } from '../../data/member-names.ts';
import { useConversationsById, useConversationsOf } from '../../data/sandbox-conversations.ts';
import { shortId } from '../../format/short-id.ts';
import { type OperationName, useApi, useCan } from '../../session/session.ts';
import { type Grouping, groupings } from './choices.ts';
import type { Series } from './plot.ts';

type Titles = ReadonlyMap<string, string>;

/** Names the bands of the stack: by name or title if the key can read it and it still exists, otherwise by ID. */
export function useTitles(by: Grouping, series: readonly Series[]): (series: Series) => string {
  const names = useNames(by, series);
  return useCallback(
    ({ id, groups }) => {
      if (groups > 1) return `Other (${count(groups)})`;
      if (id === null) return groupings[by].none;
      return names.get(id) ?? shortId(id);
    },
    [by, names],
  );
}

function useNames(by: Grouping, series: readonly Series[]): Titles {
  const api = useApi();
  const can = useCan();
  const { data: keys } = useQuery({
    queryKey: ['keys', 'names'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/keys', { signal })),
    enabled: by === 'key' && can('GET /api/keys'),
  });
  const members = useMemberNames({ isWanted: by === 'member' });
  const ids = series.flatMap(({ id }) => id ?? []).sort();
  const { data: conversations } = useConversationsById(by === 'conversation' ? ids : []);
  const ofSandboxes = useConversationsOf(by === 'sandbox' ? ids : []);
  return useMemo(() => {
    if (by === 'key') return named(keys ?? []);
    if (by === 'member') return members ?? new Map();
    if (by === 'sandbox') return new Map([...ofSandboxes].flatMap(([id, all]) => titleOfSandbox(id, all)));
    return by === 'conversation' ? titled(conversations ?? []) : new Map();
  }, [by, keys, members, conversations, ofSandboxes]);
}

function named(keys: readonly { readonly id: string; readonly name: string | null }[]): Titles {
  return new Map(keys.flatMap(({ id, name }) => (name ? [[id, name] as const] : [])));
}

function titled(conversations: readonly Pick<Conversation, 'id' | 'title'>[]): Titles {
  return new Map(conversations.flatMap(({ id, title }) => (title ? [[id, title] as const] : [])));
}

/** A sandbox is known by its conversation, and how many more it has. */
function titleOfSandbox(id: string, conversations: readonly Pick<Conversation, 'title'>[]) {
  const title = conversations.find((one) => one.title)?.title;
  if (!title) return [];
  return [[id, conversations.length > 1 ? `${title} +${conversations.length - 1}` : title] as const];
}

/** How many IDs one request names, and how many are named at all. The rows of others have their ID alone. */
const AT_ONCE = 99;
const MOST_TITLES = 1_980;

interface Asking {
  readonly api: ServiceClient['api'];
  readonly can: (operation: OperationName) => boolean;
  readonly orgId: string;
}

/** The titles of these groups, as far as the key can read them and they still exist. */
export async function titlesOf(by: Grouping, ids: readonly string[], { api, can, orgId }: Asking): Promise<Titles> {
  if (by === 'key') return can('GET /api/keys') ? named(await answerOf(api.GET('/api/keys'))) : new Map();
  if (by === 'member') return can(LIST_MEMBERS) ? await memberNames(api, orgId) : new Map();
  if (by === 'spec' || by === 'model' || !can('GET /api/v1/app-conversations')) return new Map();
  const titles = new Map<string, string>();
  for (let at = 0; at < Math.min(ids.length, MOST_TITLES); at += AT_ONCE) {
    // A sandbox has the ID of the conversation that it was started for.
    const params = { query: { ids: ids.slice(at, at + AT_ONCE) } };
    const found = await answerOf(api.GET('/api/v1/app-conversations', { params }));
    const conversations = (Array.isArray(found) ? found : found.items).filter((one) => one !== null);
    for (const [id, title] of titled(conversations)) titles.set(id, title);
  }
  return titles;
}
