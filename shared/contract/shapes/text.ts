import * as z from 'zod';

/**
 * Excludes control characters, line breaks, and text-direction embeddings and overrides, which can disguise a name.
 * Allows direction marks and emoji joiners.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it refuses them, and OpenAPI shows the pattern.
const LINE = /^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\ufffd]*$/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: it refuses NUL, and OpenAPI shows the pattern.
const TEXT = /^[^\u0000]*$/;

/** The pattern of a line that is not blank. */
export const WORDS = LINE.source.replace('^', '^(?=.*\\S)');

/** The patterns of lines and free texts in the OpenAPI document. */
export const textRules: readonly string[] = [LINE.source, TEXT.source, WORDS];

/** The character by which API Gateway replaces invalid UTF-8. */
export const REPLACEMENT = '\ufffd';

const notUtf8 = 'This text is not valid UTF-8, or contains U+FFFD in place of a lost character. Send it in UTF-8.';
const notWhole = 'This text contains half of a character (a lone UTF-16 surrogate). Send the whole character.';

/** A name, title, id or ref: one line with a maximum length in UTF-16 units. */
export function line(maximum: number, text: z.ZodString = z.string()) {
  return text
    .max(maximum)
    .refine((value) => !value.includes(REPLACEMENT), {
      abort: true,
      error: notUtf8,
      // The same error as for a body that is not UTF-8.
      params: { code: 'malformed_request' },
    })
    .regex(LINE, { error: 'Must be one line, without control characters and text-direction overrides.' })
    .refine((value) => value.isWellFormed(), { error: notWhole });
}

/** The URL of a web server, with a maximum length in UTF-16 units. */
export function webAddress(maximum: number) {
  return line(maximum, z.string().trim())
    .refine(isWebAddress, { error: 'Must be an http or https URL with a valid host.' })
    .meta({ format: 'uri' });
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.port !== '0' && isHost(url.hostname);
}

/** A label of a DNS name. Container and service names can contain underscores. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Whether the host of a parsed URL is an IP address or a valid name. */
function isHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return true;
  const name = hostname.replace(/\.$/, '');
  return name.length <= 253 && name.split('.').every((label) => LABEL.test(label));
}

/** Free text with a maximum length in UTF-16 units. Allows line breaks and tabs. */
export function freeText(maximum: number) {
  return z
    .string()
    .max(maximum)
    .regex(TEXT, { error: 'This text contains the NUL character. Remove it.' })
    .refine((text) => text.isWellFormed(), { error: notWhole });
}

/**
 * The value of a secret, with line breaks as on Linux and none at its end: terminals print others differently, and
 * agents hide only what is printed exactly as the value.
 */
export function secretText(text: z.ZodString) {
  return text.transform((value) => value.replaceAll('\r\n', '\n').replace(/(?<!\n)\n+$/, ''));
}

/** An agent's text as one line, with spaces for characters that `line` refuses and U+FFFD for lone surrogates. */
export function asLine(text: string): string {
  return [...text.toWellFormed()]
    .map((character) => (LINE.test(character) || character === REPLACEMENT ? character : ' '))
    .join('');
}
