/**
 * The bytes of a response, of at most this many.
 *
 * @throws what `tooLong` returns, for a longer one. An error that leaves the loop ends the transfer.
 */
export async function readWithin(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
  tooLong: () => Error,
): Promise<Buffer<ArrayBuffer>> {
  const read: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.byteLength;
    if (bytes > maxBytes) throw tooLong();
    read.push(piece);
  }
  return Buffer.concat(read);
}
