/** A body that is longer than the reader takes. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError';
}

/** A body that is no text. */
export class NoTextError extends Error {
  override readonly name = 'NoTextError';
}

/** Reads a body as UTF-8, and no further than the limit. @throws TooLongError, NoTextError */
export async function boundedText(response: Response, limitBytes: number): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  // Leaving the loop by an error cancels the body, and with it the transfer.
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > limitBytes) throw new TooLongError(`more than ${limitBytes} bytes`);
    text += decoded(() => decoder.decode(chunk, { stream: true }));
  }
  text += decoded(() => decoder.decode());
  if (text.includes('\0')) throw new NoTextError('a NUL byte');
  return text;
}

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new NoTextError('bytes that are no UTF-8');
  }
}
