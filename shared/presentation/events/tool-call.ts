import { visible } from '../visible.ts';
import { isJson, type Json, jsonOf, listOf, numberOf, textOf } from './json.ts';
import type { EventOf, Outcome } from './timeline-event.ts';

/** What a row of a tool call says while it is folded. */
export interface ToolCall {
  readonly tool: string;
  /** The command, the file, or what else the call is about, on one line. */
  readonly subject: string;
  /** `open`: there is no result yet. */
  readonly outcome: Outcome | 'open';
  readonly exitCode: number | undefined;
  /** In milliseconds; undefined where the call or its result is missing. */
  readonly duration: number | undefined;
}

/** The fields that say what a call is about, the most telling first. */
const subjects = [
  'command',
  'path',
  'url',
  'pattern',
  'query',
  'question',
  'thought',
  'text',
  'code',
  'name',
  'prompt',
];

/** A call and its result; either can be missing, as not all events are loaded. */
export interface CallWithResult {
  readonly action: EventOf<'action'> | undefined;
  readonly result: EventOf<'result'> | undefined;
}

export function toolCallOf({ action, result }: CallWithResult): ToolCall {
  const exitCode = exitCodeOf(result?.content.result);
  const hasFailed = exitCode !== undefined && exitCode !== 0;
  return {
    tool: action?.content.tool ?? result?.content.tool ?? 'tool',
    subject: oneLine(subjectOf(action?.content.action, action?.content.summary) ?? result?.content.text ?? ''),
    outcome: hasFailed && result?.content.outcome === 'done' ? 'failed' : (result?.content.outcome ?? 'open'),
    exitCode,
    duration: action && result ? Date.parse(result.at) - Date.parse(action.at) : undefined,
  };
}

function subjectOf(action: Json | undefined, summary: string | undefined): string | undefined {
  if (action === undefined) return summary;
  const tasks = listOf(action.task_list);
  if (tasks.length > 0) return `${tasks.length} ${tasks.length === 1 ? 'task' : 'tasks'}`;
  // Editors of files have a command of their own, such as `view`.
  const path = textOf(action.path);
  if (path !== undefined) return [textOf(action.command), path].filter(Boolean).join(' ');
  const fields = { ...action, ...(isJson(action.data) ? action.data : {}) };
  const named = subjects.map((name) => textOf(fields[name])).find((text) => text !== undefined);
  return named ?? summary ?? firstText(fields);
}

function firstText(fields: Json): string | undefined {
  const entry = Object.entries(fields).find(([name, value]) => name !== 'kind' && textOf(value) !== undefined);
  return entry && textOf(entry[1]);
}

/** The most that a folded row has room for. */
const LONGEST = 300;

function oneLine(text: string): string {
  return visible(text.slice(0, LONGEST).replace(/\s+/g, ' ').trim());
}

/** The exit code of a command; agents write -1 while it has none. */
export function exitCodeOf(result: Json | undefined): number | undefined {
  if (result === undefined) return undefined;
  const code = numberOf(result.exit_code) ?? numberOf(jsonOf(result.metadata).exit_code);
  return code === -1 ? undefined : code;
}
