import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../shared/client/answer-of.ts';
import type { paths } from '../../../shared/client/api-types.ts';
import { given } from '../api/search-params.ts';
import type { Sandbox } from '../api/shapes.ts';
import { liveWhile } from '../live/polls.ts';
import { useApi } from '../session/session.ts';
import { useChange } from './change.ts';

/** The first part of all query keys of sandboxes: a change of one sandbox invalidates them all. */
export const SANDBOXES = 'sandboxes';

export type SandboxSearch = Omit<
  NonNullable<paths['/api/v1/sandboxes/search']['get']['parameters']['query']>,
  'page_id' | 'limit'
>;

interface Page {
  readonly filters?: SandboxSearch;
  readonly page?: string | undefined;
  readonly limit: number;
  /** Whether the key can read the list and the page shows it. */
  readonly isWanted?: boolean;
}

/** A page of sandboxes, newest first, refreshed regularly. */
export function useSandboxes({ filters = {}, page, limit, isWanted = true }: Page) {
  const api = useApi();
  return useQuery({
    queryKey: [SANDBOXES, 'list', filters, page, limit],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/sandboxes/search', {
          params: { query: { ...filters, ...given({ page_id: page }), limit } },
          signal,
        }),
      ),
    refetchInterval: liveWhile<SandboxPage>(({ items }) => items.some(isChanging)),
    enabled: isWanted,
  });
}

interface SandboxOptions {
  /** Whether it exists and the key can read it. */
  readonly isWanted?: boolean;
  /** The shortest time between two refreshes while it does not change, in milliseconds. */
  readonly atLeast?: () => number;
}

const none = () => 0;

/** One sandbox with its steps, refreshed more often while it starts or stops. */
export function useSandbox(id: string, { isWanted = true, atLeast = none }: SandboxOptions = {}) {
  const api = useApi();
  return useQuery({
    queryKey: [SANDBOXES, 'one', id],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/sandboxes/{sandbox_id}', { params: { path: { sandbox_id: id } }, signal })),
    refetchInterval: liveWhile<Sandbox>(isChanging, { atLeast }),
    enabled: isWanted,
  });
}

/** A change of a sandbox, or of its ports or snapshots. It refreshes all data about sandboxes. */
export function useSandboxChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  done: (output: Output) => void,
) {
  return useChange(SANDBOXES, change, done);
}

interface SandboxPage {
  readonly items: readonly Sandbox[];
}

const changing: readonly (string | undefined)[] = [
  'PENDING',
  'PROVISIONING',
  'BOOTING',
  'STOPPING',
  'SAVING',
  'DELETING',
];

/** Whether a sandbox starts, stops or is being deleted. */
export function isChanging({ status, transitions }: Pick<Sandbox, 'status' | 'transitions'>): boolean {
  return status === 'STARTING' || changing.includes(transitions.at(-1)?.state);
}
