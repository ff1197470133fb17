import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../../shared/client/answer-of.ts';
import { readBeginning } from '../../../shared/client/file-downloads.ts';
import type { Api, FileEntry, FilesOf } from '../../../shared/client/files.ts';
import { given } from '../api/search-params.ts';
import { useApi } from '../session/session.ts';

/** Entries of a directory that are loaded at a time. */
const PAGE = 500;

/** How much of a file is read for a preview. Larger files can be downloaded. */
export const PREVIEW_BYTES = 1024 * 1024;

const FILES = 'sandbox-files';

/** A path, or its bytes if it is not UTF-8. */
export function pathOf({ path, path_base64: bytes }: Pick<FileEntry, 'path' | 'path_base64'>) {
  return bytes === null ? { path } : { path_base64: bytes };
}

/** The entries of a directory, page by page. Nothing polls them, so that an idle sandbox can be paused. */
export function useDirectory(of: FilesOf, directory: string, isWanted = true) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: [FILES, of, 'list', directory],
    queryFn: ({ pageParam, signal }) => pageOf(api, of, { path: directory, ...given({ page_id: pageParam }) }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_page_id: next }) => next ?? undefined,
    enabled: isWanted,
  });
}

function pageOf(
  api: Api,
  of: FilesOf,
  from: { readonly path: string; readonly page_id?: string },
  signal: AbortSignal,
) {
  const query = { ...from, limit: PAGE };
  if (typeof of === 'string') {
    const params = { path: { sandbox_id: of }, query };
    return answerOf(api.GET('/api/v1/sandboxes/{sandbox_id}/files', { params, signal }));
  }
  const params = { path: { snapshot_id: of.snapshotId }, query };
  return answerOf(api.GET('/api/v1/snapshots/{snapshot_id}/files', { params, signal }));
}

export function useBeginning(of: FilesOf, path: string, isWanted = true) {
  const api = useApi();
  return useQuery({
    queryKey: [FILES, of, 'content', path],
    queryFn: ({ signal }) => readBeginning(api, of, path, PREVIEW_BYTES, { signal }),
    enabled: isWanted,
    // An editor holds this version until it is saved or read again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Reads lists and contents again, after a change. */
export function useRefresh(sandboxId: string): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [FILES, sandboxId, 'list'] });
}
