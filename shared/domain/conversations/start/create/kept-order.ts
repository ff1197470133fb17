import { referenceTo, uploadIn } from '../../../../contract/shapes/pictures.ts';
import { readRecording } from '../../../../contract/shapes/recording.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { badField } from '../../../../platform/errors.ts';
import { keepPictures, requireSmall, requireUpload } from '../../uploads/large-parts.ts';
import type { Uploads } from '../../uploads/uploads.ts';
import { forReplay } from '../workspace/recorded-event.ts';
import type { StartOrder } from './start-order.ts';

export type OrderUploads = Pick<Uploads, 'find' | 'keep'>;

/** Longer recordings are kept apart from the row of the start task. In characters. */
const LARGE = 50_000;

/**
 * The recording of an order, which can be an upload, with only what a replay needs.
 *
 * @throws NotFoundError; AppError for an upload that is no recording
 */
export async function recordingOf(
  { ownerId, replayJson }: StartOrder,
  deps: { readonly uploads: Pick<Uploads, 'find' | 'read'>; readonly now: Clock },
): Promise<string | null> {
  if (replayJson === null) return null;
  const uploadId = uploadIn(replayJson);
  if (uploadId !== undefined) await requireUpload(ownerId, uploadId, deps);
  const text = uploadId === undefined ? replayJson : await deps.uploads.read(ownerId, uploadId);
  const recording = readRecording(text ?? '');
  if ('problem' in recording) throw badField(['replay_json'], recording.problem);
  return JSON.stringify(recording.events.map(forReplay));
}

/** The order with references to large pictures and recordings, so that its rows can hold it. @throws AppError */
export async function keptOrder(
  order: StartOrder,
  deps: { readonly uploads: OrderUploads; readonly now: Clock },
): Promise<StartOrder> {
  const { ownerId, mcpServers, replayJson } = order;
  const { initial_message: message } = order.request;
  const content = message && (await keepPictures(ownerId, message.content, deps));
  const request = { ...order.request, initial_message: message && { ...message, content: content ?? [] } };
  requireSmall({ request, mcpServers });
  if (replayJson === null || replayJson.length <= LARGE) return { ...order, request };
  return { ...order, request, replayJson: referenceTo(await deps.uploads.keep(ownerId, replayJson)) };
}
