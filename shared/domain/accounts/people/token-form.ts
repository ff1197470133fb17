/** Characters of a token: API Gateway accepts 10,240 bytes of headers. */
const MAX_LENGTH = 10_000;

/** Whether a credential has the form of a token (JWS compact serialization). No API key contains a dot. */
export function isToken(text: string): boolean {
  return text.length <= MAX_LENGTH && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text);
}
