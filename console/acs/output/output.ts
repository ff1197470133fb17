import { styleText } from 'node:util';
import type { StatusView } from '../../../shared/presentation/conversations.ts';
import { fromNow, isoTime } from '../../../shared/presentation/time.ts';
import { wantsNoColor } from '../environment.ts';
import { serviceClock } from '../service-clock.ts';
import { json, plain, plainButColours } from './plain.ts';
import { clearProgress } from './progress.ts';
import { type Column, type Detail, details, table } from './table.ts';

export type Style = Parameters<typeof styleText>[0];

export interface OutputOptions {
  /** Only JSON on stdout, for programs. */
  readonly json: boolean;
  /** Exact times in UTC instead of relative ones. */
  readonly utc: boolean;
}

/** The output of a command: its result on stdout, notices on stderr. */
export class Output {
  readonly json: boolean;
  readonly utc: boolean;

  constructor({ json, utc }: OutputOptions) {
    this.json = json;
    this.utc = utc;
  }

  /** Prints the result: one JSON value for programs, lines for people. */
  show(value: unknown, forPeople: () => string): void {
    const text = this.json ? json(value) : forPeople();
    if (text !== '') process.stdout.write(`${this.json ? text : plainButColours(text)}\n`);
  }

  /** Prints a list; for an empty one, a notice on stderr. */
  list(items: readonly unknown[], notice: string, forPeople: () => string): void {
    if (items.length === 0 && !this.json) this.say(notice);
    else this.show(items, forPeople);
  }

  /** Prints a notice or a warning on stderr. */
  say(text: string): void {
    clearProgress();
    process.stderr.write(`${plain(text)}\n`);
  }

  /** The width of the terminal; undefined when stdout is not a terminal or its width is unknown. */
  get columns(): number | undefined {
    return process.stdout.columns || undefined;
  }

  table<T>(rows: readonly T[], columns: readonly Column<T>[]): string {
    return table(rows, columns, this.columns);
  }

  details(pairs: readonly Detail[]): string {
    return details(pairs, this.columns);
  }

  /** @param relative `untilDeadline` for a deadline */
  time(time: string | null, relative = fromNow): string | null {
    if (time === null) return null;
    return this.utc ? isoTime(new Date(time)) : relative(new Date(time), serviceClock.now());
  }

  /** The relative and the exact time, for a list of facts. */
  bothTimes(time: string | null, relative = fromNow): string | null {
    if (time === null) return null;
    const moment = new Date(time);
    return this.utc ? isoTime(moment) : `${relative(moment, serviceClock.now())} (${isoTime(moment)})`;
  }

  /** The text in colour if stdout is a terminal with colours. */
  paint(style: Style, text: string): string {
    return isColourful() ? styleText(style, text, { validateStream: false }) : text;
  }
}

function isColourful(): boolean {
  return process.stdout.isTTY === true && !wantsNoColor();
}

const styles: Readonly<Record<string, Style>> = {
  RUNNING: 'green',
  STARTING: 'yellow',
  PAUSED: 'gray',
  ERROR: 'red',
  MISSING: 'red',
  delivered: 'green',
  pending: 'yellow',
  failed: 'red',
  enabled: 'green',
  disabled: 'red',
};

/** The word for a code; the code itself if this release does not know it. */
export function wordIn(words: Readonly<Record<string, string>>, code: string): string {
  return (Object.hasOwn(words, code) ? words[code] : undefined) ?? code;
}

/** The code for a word or for the code itself, in any case. */
export function codeIn(words: Readonly<Record<string, string>>, text: string): string {
  const found = Object.entries(words).find(([, word]) => word.toLowerCase() === text.toLowerCase());
  return found?.[0] ?? text.toUpperCase();
}

/** The colour of a status; none for an unknown one. */
export function styleOf(status: string): Style {
  return (Object.hasOwn(styles, status) ? styles[status] : undefined) ?? 'reset';
}

const tones: Readonly<Record<StatusView['tone'], Style>> = {
  good: 'green',
  info: 'yellow',
  warn: 'yellow',
  bad: 'red',
  plain: 'gray',
};

/** The colour of a tone, as in the console. */
export const toneStyle = (tone: StatusView['tone']): Style => tones[tone];
