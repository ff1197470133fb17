import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { log } from '../base/log.ts';
import { type BashEvent, isBashEvent } from './bash-event.ts';

export interface BashEventFilter {
  readonly kind?: string | undefined;
  /** Finds the output of a command, not the command. */
  readonly commandId?: string | undefined;
  /** Microseconds since the epoch, as the digits that begin a file's name. */
  readonly from?: string | undefined;
  readonly before?: string | undefined;
  readonly orderAbove?: number | undefined;
}

export interface BashEventPage {
  readonly items: readonly BashEvent[];
  readonly next_page_id: string | null;
}

/** Events of commands, each in a file whose name sorts by its time: `<time>_<kind>[_<command>]_<id>`. */
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

  /** A page id is the name of the page's first file; one that names none starts at the beginning. */
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
      log(`cannot read ${name}: ${error instanceof Error ? error.message : String(error)}`);
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
