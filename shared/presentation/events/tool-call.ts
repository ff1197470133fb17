import { visible } from '../visible.ts';
import { isJson, type Json, jsonOf, listOf, numberOf, textOf } from './json.ts';
import type { EventOf, Outcome } from './timeline-event.ts';

/** The summary of a tool call in one row. */
export interface ToolCall {
  readonly tool: string;
  /** The command, file or other subject of the call, on one line. */
  readonly subject: string;
  /** `open`: no result yet. */
  readonly outcome: Outcome | 'open';
  readonly exitCode: number | undefined;
  /** In milliseconds; undefined without the call or its result. */
  readonly duration: number | undefined;
}

/** The fields that can be the subject of a call, by priority. */
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
  // File editors have a command, such as `view`.
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

/** Characters of a subject. */
const LONGEST = 300;

function oneLine(text: string): string {
  return visible(text.slice(0, LONGEST).replace(/\s+/g, ' ').trim());
}

/** The exit code of a command; agents send -1 while it is running. */
export function exitCodeOf(result: Json | undefined): number | undefined {
  if (result === undefined) return undefined;
  const code = numberOf(result.exit_code) ?? numberOf(jsonOf(result.metadata).exit_code);
  return code === -1 ? undefined : code;
}
