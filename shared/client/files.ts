import type { Client } from 'openapi-fetch';
import { answerOf } from './answer-of.ts';
import { ApiProblem } from './api-problem.ts';
import type { components, paths } from './api-types.ts';
import { wait } from './retries.ts';

export type Api = Client<paths>;
export type FileEntry = components['schemas']['FileEntry'];
export type FileTransfer = components['schemas']['FileTransfer'];

/** Where files are read: in a sandbox, by its id, or in a snapshot. */
export type FilesOf = string | { readonly snapshotId: string };

export interface TransferOptions {
  readonly resume?: boolean;
  readonly signal?: AbortSignal;
  /** Called with the bytes that have arrived, and their total. */
  readonly onProgress?: (bytes: number, total: number) => void;
  /** Called with the id of an upload once it can be continued. */
  readonly onStart?: (transferId: string) => void;
  /** The id of an upload to continue. */
  readonly continues?: string;
}

/** Requests of a transfer at a time. */
export const LANES = 4;

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 2_000;

/** The transfer failed in the sandbox; `message` has the reason. */
export class TransferFailed extends Error {
  constructor({ detail }: FileTransfer) {
    super(detail ?? 'The transfer failed.');
    this.name = 'TransferFailed';
  }
}

/** Waits until the sandbox has packed or unpacked, and deletes the transfer when it is an upload or has failed. */
export async function settle(api: Api, sandboxId: string, id: string, signal?: AbortSignal): Promise<FileTransfer> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE)) {
    const transfer = await look(api, sandboxId, id, signal);
    if (transfer.status === 'failed' || (transfer.status === 'done' && transfer.direction === 'upload'))
      await forget(api, sandboxId, id);
    if (transfer.status === 'failed') throw new TransferFailed(transfer);
    if (transfer.status === 'done') return transfer;
    await wait(pause, signal);
  }
}

export function look(api: Api, sandboxId: string, transferId: string, signal?: AbortSignal): Promise<FileTransfer> {
  const path = { sandbox_id: sandboxId, transfer_id: transferId };
  return answerOf(
    api.GET('/api/v1/sandboxes/{sandbox_id}/files/transfers/{transfer_id}', { params: { path }, signal }),
  );
}

/** Frees the space of a transfer. Otherwise it is deleted after a day. */
export async function forget(api: Api, sandboxId: string, transferId: string): Promise<void> {
  const path = { sandbox_id: sandboxId, transfer_id: transferId };
  try {
    await api.DELETE('/api/v1/sandboxes/{sandbox_id}/files/transfers/{transfer_id}', { params: { path } });
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
  }
}

/** A body of bytes, which the types of OpenAPI describe as text. */
export function bytesOf(bytes: Uint8Array<ArrayBuffer>) {
  return {
    body: bytes as unknown as string,
    bodySerializer: () => bytes,
    headers: { 'Content-Type': 'application/octet-stream' },
  };
}
