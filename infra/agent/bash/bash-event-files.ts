import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../base/json.ts';
import { log, reasonOf } from '../base/log.ts';
import { utcMicroseconds } from '../base/timestamps.ts';
import { Fields } from '../http/fields.ts';

export interface BashEventFilter {
  readonly kind?: string | undefined;
  /** Matches only the output of the command. */
  readonly commandId?: string | undefined;
  /** The digits of a timestamp, with which file names begin. */
  readonly from?: string | undefined;
  readonly before?: string | undefined;
  readonly orderAbove?: number | undefined;
}

interface BashEventPage {
  readonly items: readonly BashEvent[];
  readonly next_page_id: string | null;
}

/** Events of commands in files whose names sort by time: `<time>_<kind>[_<command>]_<id>`. */
export class BashEventFiles {
  private readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  write(event: BashEvent): void {
    mkdirSync(this.directory, { recursive: true, mode: 0o700 });
    writeFileSync(join(this.directory, nameOf(event)), JSON.stringify(event, null, 2), { mode: 0o600 });
  }

  find(id: string): BashEvent | undefined {
    const name = this.names().find((candidate) => candidate.endsWith(`_${id}`));
    return name === undefined ? undefined : this.read(name);
  }

  /** A page ID is the name of the page's first file. An unknown one starts at the beginning. */
  search(
    filter: BashEventFilter,
    page: { pageId?: string | undefined; limit: number; newestFirst: boolean },
  ): BashEventPage {
    const names = this.names().filter((name) => isWanted(name, filter));
    if (page.newestFirst) names.reverse();
    const start = page.pageId === undefined ? 0 : Math.max(0, names.indexOf(page.pageId));
    const end = start + page.limit;
    const items = names.slice(start, end).flatMap((name) => this.read(name) ?? []);
    const { orderAbove } = filter;
    const wanted = items.filter((item) => {
      return orderAbove === undefined || item.kind === 'BashCommand' || item.order > orderAbove;
    });
    return { items: wanted, next_page_id: names[end] ?? null };
  }

  /** Every event, oldest first. */
  all(): readonly BashEvent[] {
    return this.names().flatMap((name) => this.read(name) ?? []);
  }

  /** @returns how many events there were */
  clear(): number {
    const names = this.names();
    for (const name of names) rmSync(join(this.directory, name), { force: true });
    return names.length;
  }

  private names(): string[] {
    if (!existsSync(this.directory)) return [];
    return readdirSync(this.directory).sort();
  }

  private read(name: string): BashEvent | undefined {
    try {
      const document: unknown = JSON.parse(readFileSync(join(this.directory, name), 'utf8'));
      if (isBashEvent(document)) return document;
    } catch (error) {
      log(`cannot read ${name}: ${reasonOf(error)}`);
    }
    return undefined;
  }
}

function nameOf(event: BashEvent): string {
  const command = event.kind === 'BashOutput' ? [event.command_id] : [];
  return [event.timestamp.replaceAll(/\D/g, ''), event.kind, ...command, event.id].join('_');
}

function isWanted(name: string, { kind, commandId, from, before }: BashEventFilter): boolean {
  if ((from !== undefined && name < from) || (before !== undefined && name >= before)) return false;
  const parts = name.split('_');
  if (kind !== undefined && parts[1] !== kind) return false;
  return commandId === undefined || (parts.length === 4 && parts[2] === commandId);
}

export interface BashRequest {
  readonly command: string;
  /** Null: the directory in which the server started. */
  readonly cwd: string | null;
  /** In seconds. */
  readonly timeout: number;
}

interface BashEventBase {
  /** 32 hexadecimal characters. */
  readonly id: string;
  /** ISO-8601 in UTC with microseconds. */
  readonly timestamp: string;
}

export interface BashCommand extends BashRequest, BashEventBase {
  readonly kind: 'BashCommand';
}

/** A piece of a command's output. The last one has the exit code; -1: the command timed out or did not start. */
export interface BashOutput extends BashEventBase {
  readonly command_id: string;
  readonly order: number;
  readonly exit_code: number | null;
  readonly stdout: string | null;
  readonly stderr: string | null;
  readonly kind: 'BashOutput';
}

export type BashEvent = BashCommand | BashOutput;

export function newBashCommand(request: BashRequest): BashCommand {
  return { ...request, ...identity(), kind: 'BashCommand' };
}

export function newBashOutput(content: Omit<BashOutput, keyof BashEventBase | 'kind'>): BashOutput {
  return { ...identity(), ...content, kind: 'BashOutput' };
}

function isBashEvent(document: unknown): document is BashEvent {
  if (!isObject(document) || typeof document.id !== 'string' || typeof document.timestamp !== 'string') return false;
  if (document.kind === 'BashCommand') return typeof document.command === 'string';
  return document.kind === 'BashOutput' && typeof document.command_id === 'string';
}

function identity(): BashEventBase {
  return { id: randomUUID().replaceAll('-', ''), timestamp: utcMicroseconds() };
}

const defaultTimeoutSeconds = 300;
/** The limit of a timer. */
const longestTimeoutSeconds = 2_000_000;

/** Ignores unknown fields. @throws HttpError 422 */
export function readBashRequest(body: unknown): BashRequest {
  const fields = new Fields(body);
  fields.require('command');
  const request = {
    command: fields.string('command') ?? '',
    cwd: fields.string('cwd') ?? null,
    timeout: fields.integer('timeout') ?? defaultTimeoutSeconds,
  };
  fields.finish();
  return { ...request, timeout: Math.min(Math.max(0, request.timeout), longestTimeoutSeconds) };
}
