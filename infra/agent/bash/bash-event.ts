import { randomUUID } from 'node:crypto';
import { isObject } from '../base/json.ts';
import { utcMicroseconds } from '../base/timestamps.ts';

/** What a client asks to be run. */
export interface BashRequest {
  readonly command: string;
  /** Null is the directory in which the server started. */
  readonly cwd: string | null;
  /** In whole seconds. */
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

/** A piece of a command's output. The last has the exit code; -1: it took too long or did not start. */
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

/** Whether a stored document is an event that this server wrote. */
export function isBashEvent(document: unknown): document is BashEvent {
  if (!isObject(document) || typeof document.id !== 'string' || typeof document.timestamp !== 'string') return false;
  if (document.kind === 'BashCommand') return typeof document.command === 'string';
  return document.kind === 'BashOutput' && typeof document.command_id === 'string';
}

function identity(): BashEventBase {
  return { id: randomUUID().replaceAll('-', ''), timestamp: utcMicroseconds() };
}
