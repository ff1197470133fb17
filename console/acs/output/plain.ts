// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not reach a terminal
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Terminal sequences. No two alternatives match at the same position, so that matching takes linear time. */
const SEQUENCES = new RegExp(
  [
    // A string up to BEL or ST: titles, links, the clipboard.
    '\\u001b[\\]PX^_][^\\u0007\\u001b\\u009c]*(?:\\u0007|\\u001b\\\\|\\u009c)',
    // A command with parameters.
    '(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]',
    // A short command.
    '\\u001b[ -/]*[0-~]',
  ].join('|'),
  'g',
);

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal sequences start with it
const COLOUR = /(\u001b\[\d{1,2}m)/;

/** Untrusted text for a terminal, without sequences that move the cursor, set colours or change the direction. */
export function plain(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(SEQUENCES, '').replace(CONTROLS, '');
}

/** A text of a table on its own (`isolated`). It cannot reach beyond its end. */
const ISOLATE = /\u2068([^\n\u2066-\u2069]*)\u2069/;

/** Like `plain`, but keeps what acs set: colours, and marks around writing from right to left. */
export function plainButColours(text: string): string {
  return text
    .split(COLOUR)
    .map((part, place) => (place % 2 === 0 ? plainButIsolates(part) : part))
    .join('');
}

function plainButIsolates(text: string): string {
  return text
    .split(ISOLATE)
    .map((part, place) => (place % 2 === 0 ? plain(part) : `\u2068${plain(part)}\u2069`))
    .join('');
}

/** JSON with these characters escaped, so that a program reads the same value. */
export function json(value: unknown): string {
  return JSON.stringify(value).replace(CONTROLS, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** Untrusted text on one line. */
export function oneLine(text: string): string {
  return plain(text).replace(/\s+/g, ' ').trim();
}
