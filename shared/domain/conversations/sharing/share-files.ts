import { decidesAbout } from '../../../contract/endpoint/audience.ts';
import type { Caller } from '../../../contract/endpoint/caller.ts';
import { holds } from '../../../contract/shapes/scopes.ts';
import { MAX_SHARED_FILE_BYTES } from '../../../contract/shapes/shared-file.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { type ReadFolderDeps, reachFolder } from '../../files/reach-files.ts';
import { readFile } from '../../files/read-file.ts';
import { readSaved } from '../../files/read-saved.ts';
import type { Conversation } from '../record/conversation.ts';
import type { ConversationStore } from '../record/conversation-store.ts';
import type { ChosenFile } from '../record/share-link.ts';
import { requirePublicLinks } from './public-links.ts';
import type { FileToShare, SharedFiles } from './shared-files.ts';

export interface ShareFilesDeps extends ReadFolderDeps {
  readonly conversations: Pick<ConversationStore, 'find'>;
  readonly files: Pick<SharedFiles, 'replace'>;
  readonly publicLinks: boolean;
}

/** For reading a saved workspace, in milliseconds. */
const PATIENCE = 20_000;

/**
 * Copies files of the sandbox of a conversation for the visitors of its public link, in place of those before. Copies,
 * as an agent could later replace a chosen file by a link to another one.
 *
 * @throws AppError `not_found`, `forbidden`, `conflict`, `payload_too_large`; as `reachFolder`
 */
export async function shareFiles(
  caller: Caller,
  conversationId: string,
  paths: readonly string[],
  deps: ShareFilesDeps,
): Promise<readonly ChosenFile[]> {
  if (!holds(caller.scopes, 'conversations:write')) {
    const detail =
      'Choosing the files of a public link also needs the scope conversations:write. Use a key that has it.';
    throw new AppError('insufficient_scope', detail, { extensions: { required_scope: 'conversations:write' } });
  }
  requirePublicLinks(paths.length > 0, deps.publicLinks);
  const conversation = await deps.conversations.find(caller.ownerId, conversationId);
  if (!conversation) throw new AppError('not_found', 'unknown_app_conversation');
  if (!decidesAbout(caller, conversation)) {
    const who = 'Only the person who made a conversation and admins can choose the files that visitors read.';
    throw new AppError('forbidden', who);
  }
  if (conversation.share === undefined) {
    const way = 'Set `public` to true with PATCH first.';
    throw new AppError('conflict', `Conversation ${conversationId} has no public link. ${way}`);
  }
  const files = paths.length === 0 ? [] : await copiesOf(conversation, paths, deps);
  await deps.files.replace(conversation, files);
  return files.map(({ file }) => file);
}

/** One after another: together they fit into the memory of a function several times. */
async function copiesOf(
  { owner_id: ownerId, sandbox_id: sandboxId }: Conversation,
  given: readonly string[],
  deps: ShareFilesDeps,
): Promise<readonly FileToShare[]> {
  const reached = await reachFolder({ ownerId, sandboxId, milliseconds: PATIENCE }, deps);
  const paths = new Map(given.map((path) => reached.pathOf({ path })).map((path) => [path.text, path]));
  const copies: FileToShare[] = [];
  for (const [text, path] of paths) {
    const { pieces } = await (reached.source === 'sandbox'
      ? readFile(reached.agent, path, {})
      : readSaved(reached.workspace, path, {}));
    const content = await contentOf(text, pieces);
    copies.push({ file: { id: newId(deps.now()), path: text, size_bytes: content.length }, content });
  }
  return copies;
}

/** @throws AppError `payload_too_large` */
async function contentOf(path: string, pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > MAX_SHARED_FILE_BYTES) {
      const detail = `${path} has more than ${MAX_SHARED_FILE_BYTES} bytes, the most of a shared file. Leave it out.`;
      throw new AppError('payload_too_large', detail);
    }
    read.push(piece);
  }
  return Buffer.concat(read);
}
