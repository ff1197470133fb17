import { answerOf } from './answer-of.ts';
import { type Api, bytesOf, type FileTransfer, LANES, look, settle, type TransferOptions } from './files.ts';

/** What an upload reads: a file on a disk, or a `Blob` of a browser. Nothing holds it as a whole. */
export interface Source {
  readonly size: number;
  slice(from: number, to: number): Promise<Uint8Array<ArrayBuffer>>;
}

export interface Upload {
  readonly kind: 'file' | 'folder';
  readonly path: string;
  readonly mode?: string;
  readonly modified_at?: string;
  readonly overwrite?: boolean;
}

/** Uploads a file, or a folder as a tar archive, in parts. @throws ApiProblem; TransferFailed */
export async function uploadTo(
  api: Api,
  sandboxId: string,
  source: Source,
  upload: Upload,
  options: TransferOptions = {},
): Promise<FileTransfer> {
  const { signal, onProgress, onStart, continues } = options;
  const path = { sandbox_id: sandboxId };
  const query = { resume: options.resume ?? false };
  const transfer =
    continues === undefined
      ? await answerOf(
          api.POST('/api/v1/sandboxes/{sandbox_id}/files/transfers', {
            params: { path, query },
            body: { direction: 'upload', size: source.size, overwrite: true, ...upload },
            signal,
          }),
        )
      : await look(api, sandboxId, continues, signal);
  onStart?.(transfer.id);
  const at = { ...path, transfer_id: transfer.id };
  const received = new Set(transfer.received_parts);
  const count = Math.ceil(source.size / transfer.part_size);
  const missing = Array.from({ length: count }, (_, number) => number).filter((number) => !received.has(number));
  let arrived = Math.min(source.size, received.size * transfer.part_size);
  const lane = async (): Promise<void> => {
    for (let number = missing.shift(); number !== undefined; number = missing.shift()) {
      const from = number * transfer.part_size;
      const part = await source.slice(from, Math.min(from + transfer.part_size, source.size));
      await api.PUT('/api/v1/sandboxes/{sandbox_id}/files/transfers/{transfer_id}/parts/{number}', {
        params: { path: { ...at, number } },
        ...bytesOf(part),
        signal,
      });
      arrived += part.length;
      onProgress?.(arrived, source.size);
    }
  };
  if (transfer.status === 'open') {
    await Promise.all(Array.from({ length: LANES }, lane));
    await answerOf(
      api.POST('/api/v1/sandboxes/{sandbox_id}/files/transfers/{transfer_id}/complete', {
        params: { path: at },
        // Completing again has no effect, so the client can retry it.
        headers: { 'Idempotency-Key': crypto.randomUUID() },
        signal,
      }),
    );
  }
  return settle(api, sandboxId, transfer.id, signal);
}
