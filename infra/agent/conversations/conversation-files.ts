import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isObject } from '../base/json.ts';
import { log, reasonOf } from '../base/log.ts';
import { type AgentEvent, isStoredEvent } from '../events/event.ts';
import { Fields } from '../http/fields.ts';
import type { Usage } from '../scripted-agent/usage.ts';
import type { PrivatePart, StoredPrivatePart } from '../secrets/private-part.ts';
import { type ConversationOptions, readOptions } from './start-request.ts';

export const executionStatuses = [
  'idle',
  'running',
  'paused',
  'waiting_for_confirmation',
  'finished',
  'error',
  'stuck',
  'deleting',
] as const;
export type ExecutionStatus = (typeof executionStatuses)[number];

/** The content of `meta.json`. */
export interface Meta extends ConversationOptions {
  readonly id: string;
  readonly created_at: string;
  readonly title: string | null;
  /** The conversation that this one is a fork of, and the event at which it was forked. */
  readonly forked_from_conversation_id: string | null;
  readonly forked_from_event_id: string | null;
}

/** The content of `base_state.json`. */
export interface BaseState extends StoredPrivatePart {
  readonly execution_status: ExecutionStatus;
  readonly updated_at: string;
  readonly usage: Usage;
  /** The number of uploaded events at the beginning, whose messages need no answer. */
  readonly adopted_events: number;
}

/** A conversation as its files describe it. */
export interface Opened extends StoredEvents {
  readonly files: ConversationFiles;
  readonly meta: Meta;
  readonly state: BaseState;
  /** Undefined if another key encrypted it. */
  readonly privatePart: PrivatePart | undefined;
}

interface StoredEvents {
  readonly events: readonly AgentEvent[];
  readonly nextIndex: number;
}

/** The directory of one conversation. Writes are durable when a method returns. */
export class ConversationFiles {
  readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  /** Writes a new conversation atomically: to another directory, which is then renamed. */
  create(meta: Meta, state: BaseState, events: readonly AgentEvent[]): void {
    const aside = new ConversationFiles(`${this.directory}.new`);
    rmSync(aside.directory, { recursive: true, force: true });
    mkdirSync(join(aside.directory, 'events'), { recursive: true, mode: 0o700 });
    aside.writeMeta(meta);
    aside.writeState(state);
    for (const [index, event] of events.entries()) aside.writeEvent(index, event);
    syncDirectory(aside.directory);
    renameSync(aside.directory, this.directory);
    syncDirectory(dirname(this.directory));
  }

  writeMeta(meta: Meta): void {
    writeDurably(join(this.directory, 'meta.json'), JSON.stringify(meta));
  }

  writeState(state: BaseState): void {
    writeDurably(join(this.directory, 'base_state.json'), JSON.stringify(state));
  }

  writeEvent(index: number, event: AgentEvent): void {
    const name = `event-${String(index).padStart(5, '0')}-${event.id}.json`;
    writeDurably(join(this.directory, 'events', name), JSON.stringify(event));
  }

  /** @throws Error when the file is missing or invalid */
  readMeta(): Meta {
    const path = join(this.directory, 'meta.json');
    const document: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const fields = new Fields(document, [path]);
    fields.require('id');
    fields.require('created_at');
    const id = fields.string('id') ?? '';
    // The title of a fork can be empty.
    const title = fields.string('title') ?? null;
    const meta: Meta = {
      ...{ ...readOptions(fields), id, title, created_at: fields.string('created_at') ?? '' },
      forked_from_conversation_id: fields.string('forked_from_conversation_id') ?? null,
      forked_from_event_id: fields.string('forked_from_event_id') ?? null,
    };
    fields.finish();
    return meta;
  }

  /** @throws Error when the file is missing or invalid */
  readState(): BaseState {
    const path = join(this.directory, 'base_state.json');
    const document: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const fields = new Fields(document, [path]);
    for (const name of ['updated_at', 'agent', 'secrets']) fields.require(name);
    const status = executionStatuses.find((known) => known === fields.raw('execution_status'));
    if (!status) fields.add(['execution_status'], 'enum', 'Unknown status');
    const state: BaseState = {
      execution_status: status ?? 'error',
      updated_at: fields.string('updated_at') ?? '',
      agent: fields.record('agent') ?? {},
      secrets: fields.record('secrets') ?? {},
      sealed: fields.string('sealed') ?? null,
      usage: readUsage(fields.nested('usage')),
      adopted_events: fields.integer('adopted_events', 0) ?? 0,
    };
    fields.finish();
    return state;
  }

  get exist(): boolean {
    return existsSync(join(this.directory, 'meta.json'));
  }

  /** Whether a client has uploaded recorded events. */
  get hasRecording(): boolean {
    return existsSync(join(this.directory, 'events'));
  }

  /** Makes a conversation from uploaded events. `meta.json` comes last: it marks the conversation as complete. */
  adopt(meta: Meta, state: BaseState): void {
    this.writeState(state);
    this.writeMeta(meta);
  }

  /** All events in order. Unreadable files are logged and skipped. */
  readEvents(): StoredEvents {
    const directory = join(this.directory, 'events');
    const names = readdirSync(directory).filter((name) => /^event-\d{5,}-.+\.json$/.test(name));
    names.sort((one, other) => eventIndex(one) - eventIndex(other));
    const events = names.flatMap((name) => {
      const event = readJsonFile(join(directory, name));
      if (isStoredEvent(event)) return [event];
      log(`skipping ${join(directory, name)}: it is not an event`);
      return [];
    });
    const last = names.at(-1);
    return { events, nextIndex: last === undefined ? 0 : eventIndex(last) + 1 };
  }

  /** Deletes the conversation atomically. The next start removes what a crash leaves. */
  remove(): void {
    const aside = `${this.directory}.deleted`;
    rmSync(aside, { recursive: true, force: true });
    renameSync(this.directory, aside);
    syncDirectory(dirname(this.directory));
    rmSync(aside, { recursive: true, force: true });
  }
}

function readUsage(fields: Fields | undefined): Usage {
  const count = (name: keyof Usage) => fields?.integer(name, 0) ?? 0;
  return {
    calls: count('calls'),
    prompt_tokens: count('prompt_tokens'),
    completion_tokens: count('completion_tokens'),
    per_turn_token: count('per_turn_token'),
  };
}

function eventIndex(name: string): number {
  return Number(name.split('-')[1]);
}

function readJsonFile(path: string): unknown {
  try {
    const document: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isObject(document) ? document : undefined;
  } catch (error) {
    log(`cannot read ${path}: ${reasonOf(error)}`);
    return undefined;
  }
}

/** Writes a file atomically and durably. Synchronous, so that writes keep their order. */
function writeDurably(path: string, text: string): void {
  const temporary = `${path}.tmp`;
  const file = openSync(temporary, 'w', 0o600);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  syncDirectory(dirname(path));
}

/** Makes the names in a directory durable. */
function syncDirectory(path: string): void {
  // Windows cannot open directories, and does not need this.
  if (process.platform === 'win32') return;
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
