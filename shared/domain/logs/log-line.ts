import { MASK } from '../../contract/shapes/mask.ts';
import { COMMAND_MARK, COMMANDS_FOLDER, commandLine, MEASURE_MARK } from '../sandboxes/agent/log-lines.ts';
import type { LogEvent } from './task-logs.ts';

/** Which lines a reader wants. */
export interface LineFilter {
  readonly source: 'agent' | 'commands';
  readonly commandId?: string | undefined;
}

export interface LineContent {
  readonly source: 'agent' | 'command';
  readonly command_id: string | null;
  readonly stream: 'stdout' | 'stderr' | null;
  readonly text: string;
}

/** Longer texts are cut, in characters. */
const LONGEST_TEXT = 16_384;

/** Room for secrets at the place of the cut. */
const MARGIN = 1_024;

/**
 * What an OpenHands agent server logs about the requests that follow a command, about eight lines a second. They would
 * hide what matters.
 */
function isAboutFollowing(message: string): boolean {
  return message.startsWith('{') && (message.includes(COMMANDS_FOLDER) || message.includes(NOT_YET_WRITTEN));
}

/** How 1.58.2 logs a request for output that is not there yet, without the path. */
const NOT_YET_WRITTEN = 'HTTPException 404 on GET /api/file/download';

/** @returns undefined for a line that the filter excludes. Measurements are never lines. */
export function contentOf({ message }: LogEvent, { source, commandId }: LineFilter): LineContent | undefined {
  if (message.startsWith(MEASURE_MARK) || isAboutFollowing(message)) return undefined;
  const line = message.startsWith(COMMAND_MARK) ? commandLine(message) : undefined;
  if (!line) return source === 'agent' ? content('agent', null, null, message) : undefined;
  if (source !== 'commands' || (commandId !== undefined && commandId !== line.commandId)) return undefined;
  return content('command', line.commandId, line.stream, line.text);
}

function content(
  source: LineContent['source'],
  command_id: string | null,
  stream: LineContent['stream'],
  text: string,
): LineContent {
  return { source, command_id, stream, text: text.slice(0, LONGEST_TEXT + MARGIN).toWellFormed() };
}

/** Tokens of known formats, and passwords in URLs: programs print the requests that were refused. */
const TOKENS = new RegExp(
  [
    /\b(?:sk-|rk_|ghp_|gho_|ghu_|ghs_|ghr_|github_pat_|glpat-|hf_|npm_|pypi-|xai-|xox[abeprs]-|acs_)[A-Za-z0-9_-]{8,}/,
    /\bacs-model\.[A-Za-z0-9._-]{8,}/,
    /\bA(?:KIA|SIA)[A-Z0-9]{16}\b/,
    /\bAIza[A-Za-z0-9_-]{35}/,
    /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/,
    /(?<=:\/\/[^\s/@]{0,200}:)[^\s/@]{1,500}(?=@)/,
    /(?<=\b(?:[Bb]earer|BEARER|[Bb]asic|BASIC) )[A-Za-z0-9+/=._~-]{8,}/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** Shorter parts of a secret stay. */
const SHORTEST_PART = 8;

/**
 * The text without secrets, cut to its longest length. Log drivers split long lines, and this service cuts them, so the
 * parts of a secret at both ends are masked, too.
 *
 * @param forms of the secrets that the service gave the sandbox, the longest first
 */
export function masked(text: string, forms: readonly string[]): string {
  const clean = forms.reduce((left, form) => (left.includes(form) ? left.replaceAll(form, MASK) : left), text);
  const begin = Math.max(0, ...forms.map((form) => partAtBegin(clean, form)));
  const end = Math.max(0, ...forms.map((form) => partAtEnd(clean, form)));
  const inner = clean.slice(begin, Math.max(begin, clean.length - end)).replace(TOKENS, MASK);
  const whole = `${begin > 0 ? MASK : ''}${inner}${end > 0 ? MASK : ''}`;
  return whole.length > LONGEST_TEXT ? `${whole.slice(0, LONGEST_TEXT).toWellFormed()}…` : whole;
}

/** How many characters at the begin are the end of a secret. */
function partAtBegin(text: string, form: string): number {
  if (!text.slice(0, form.length).includes(form.slice(-SHORTEST_PART))) return 0;
  for (let length = form.length - 1; length >= SHORTEST_PART; length -= 1)
    if (text.startsWith(form.slice(-length))) return length;
  return 0;
}

/** How many characters at the end are the beginning of a secret. */
function partAtEnd(text: string, form: string): number {
  if (!text.slice(-form.length).includes(form.slice(0, SHORTEST_PART))) return 0;
  for (let length = form.length - 1; length >= SHORTEST_PART; length -= 1)
    if (text.endsWith(form.slice(0, length))) return length;
  return 0;
}
