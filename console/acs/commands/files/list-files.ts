import { answerOf, everyItem } from '../../../../shared/client/answer-of.ts';
import type { FileEntry } from '../../../../shared/client/files.ts';
import type { ServiceClient } from '../../../../shared/client/service-client.ts';
import type { ReadablePlace } from './place.ts';

function pageOf({ api }: ServiceClient, place: ReadablePlace, resume: boolean, page_id?: string) {
  const query = { path: place.path, limit: 1_000, ...(page_id === undefined ? {} : { page_id }) };
  if ('snapshotId' in place) {
    const params = { path: { snapshot_id: place.snapshotId }, query };
    return answerOf(api.GET('/api/v1/snapshots/{snapshot_id}/files', { params }));
  }
  const params = { path: { sandbox_id: place.sandboxId }, query: { ...query, resume } };
  return answerOf(api.GET('/api/v1/sandboxes/{sandbox_id}/files', { params }));
}

/** A file or directory, without its entries. @throws ApiProblem */
export async function entryAt(client: ServiceClient, place: ReadablePlace, resume: boolean) {
  const { entry, source } = await pageOf(client, place, resume);
  return { ...entry, source };
}

/** The entries of a directory, or the file itself. */
export async function entriesAt(
  client: ServiceClient,
  place: ReadablePlace,
  resume: boolean,
): Promise<readonly FileEntry[]> {
  const first = await pageOf(client, place, resume);
  if (first.items.length === 0 && first.entry.type !== 'directory' && first.entry.target_type !== 'directory')
    return [first.entry];
  const all: FileEntry[] = [...first.items];
  if (first.next_page_id !== null) {
    const rest = everyItem(({ page_id }) => pageOf(client, place, resume, page_id ?? first.next_page_id ?? undefined));
    for await (const one of rest) all.push(one);
  }
  return all;
}
