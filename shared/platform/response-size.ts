/** Limit of a response in bytes. Lambda returns at most 6 MB, with its headers. */
export const MAX_RESPONSE = 6_200_000;

/** Limit of the rows of a page in bytes. Shown, a row gains its URLs, key and names of fields. */
export const MAX_PAGE = 4_000_000;

/** Bytes of a text in a response, which is JSON that holds its body as a text. */
export function sizeInResponse(body: string): number {
  return Buffer.byteLength(JSON.stringify(body));
}

/** Bytes of a row in a response. Sealed bytes are never shown. */
export function rowSize(row: unknown): number {
  return sizeInResponse(JSON.stringify(row, (_, value) => (value instanceof Uint8Array ? undefined : value)) ?? '');
}
