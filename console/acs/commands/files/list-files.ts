import { answerOf, everyItem } from '../../../../shared/client/answer-of.ts';
import type { FileEntry } from '../../../../shared/client/files.ts';
import type { ServiceClient } from '../../../../shared/client/service-client.ts';
import type { Place } from './place.ts';

type FilePage = Awaited<ReturnType<typeof pageOf>>;

function pageOf(client: ServiceClient, { sandboxId, path }: Place, resume: boolean, page_id?: string) {
  const query = { path, limit: 1_000, resume, ...(page_id === undefined ? {} : { page_id }) };
  return answerOf(
    client.api.GET('/api/v1/sandboxes/{sandbox_id}/files', { params: { path: { sandbox_id: sandboxId }, query } }),
  );
}

/** A file or directory, without its entries. @throws ApiProblem */
export async function entryAt(client: ServiceClient, place: Place, resume: boolean): Promise<FilePage['entry']> {
  return (await pageOf(client, place, resume)).entry;
}

/** The entries of a directory, or the file itself. */
export async function entriesAt(client: ServiceClient, place: Place, resume: boolean): Promise<readonly FileEntry[]> {
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
