import * as z from 'zod';

/**
 * No control character, no line break of Unicode, and no embedding or override of the direction of text, which would
 * show another name than the stored one. Marks of direction and joiners of emoji pass.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it refuses, and documents show it as it is.
const LINE = /^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\ufffd]*$/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what it refuses, and documents show it as it is.
const TEXT = /^[^\u0000]*$/;

/** The pattern of a line that is not blank. Surrounding white space is trimmed. */
export const WORDS = LINE.source.replace('^', '^(?=.*\\S)');

/** The patterns of lines and of free texts, as documents show them. */
export const textRules: readonly string[] = [LINE.source, TEXT.source, WORDS];

/** Replaces bytes that are not UTF-8: API Gateway does so before a function sees the text. */
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
      // As for a body that is not UTF-8.
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

/** A part of a name in the DNS. Underscores stand in names of containers and services. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Whether the host of a parsed URL is valid: an IP address, or a name of labels. */
function isHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return true;
  const name = hostname.replace(/\.$/, '');
  return name.length <= 253 && name.split('.').every((label) => LABEL.test(label));
}

/** Free text with a maximum length in UTF-16 units. Line breaks and tabs stay. */
export function freeText(maximum: number) {
  return z
    .string()
    .max(maximum)
    .regex(TEXT, { error: 'This text contains the NUL character. Remove it.' })
    .refine((text) => text.isWellFormed(), { error: notWhole });
}

/** Text of an agent as one line: a space for each character that a line may not hold, U+FFFD for half of one. */
export function asLine(text: string): string {
  return [...text.toWellFormed()]
    .map((character) => (LINE.test(character) || character === REPLACEMENT ? character : ' '))
    .join('');
}
