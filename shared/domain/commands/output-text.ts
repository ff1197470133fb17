/** The bytes at the end of a piece that are the beginning of a character of UTF-8: at most 3. */
export function incompleteEnd(bytes: Uint8Array): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length += 1) {
    const byte = bytes[bytes.length - length] ?? 0;
    // A byte within a character; its first byte is further ahead.
    if ((byte & 0xc0) === 0x80) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > length && byte <= 0xf4 ? length : 0;
  }
  return 0;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A piece of output for a client: as text, or in Base64 if it is not UTF-8 or has NUL, which JSON makes six bytes. */
export function pieceOf(bytes: Uint8Array): { readonly text: string } | { readonly base64: string } {
  try {
    const text = strict.decode(bytes);
    if (!text.includes('\0')) return { text };
  } catch {
    // Not UTF-8.
  }
  return { base64: Buffer.from(bytes).toString('base64') };
}
