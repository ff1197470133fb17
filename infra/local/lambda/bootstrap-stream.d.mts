import type { Writable } from 'node:stream';

export function isStreaming(handler: object): boolean;
export class ResponseStream extends Writable {
  constructor(send: (piece: Buffer, done: (error?: Error | null) => void) => void);
}
export function provideStreams(): void;
