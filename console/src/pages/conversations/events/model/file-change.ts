import { type Json, textOf } from '../../../../../../shared/presentation/events/json.ts';
import type { ToolRow } from './timeline-rows.ts';

/** A file before and after an edit. */
export interface FileChange {
  readonly path: string;
  /** Empty for a new file. */
  readonly before: string;
  readonly after: string;
  /** Whether both texts are only the replaced part, so that lines have no numbers. */
  readonly isPart: boolean;
}

/** What a tool call changed in a file; undefined if it changed nothing or failed. */
export function fileChangeOf({ action, result }: ToolRow): FileChange | undefined {
  if (result !== undefined && result.content.outcome !== 'done') return undefined;
  const called: Json = action?.content.action ?? {};
  const changed: Json = result?.content.result ?? {};
  const path = textOf(changed.path) ?? textOf(called.path);
  if (path === undefined || (called.command ?? changed.command) === 'view') return undefined;
  if (typeof changed.new_content === 'string') {
    const before = typeof changed.old_content === 'string' ? changed.old_content : '';
    return { path, before, after: changed.new_content, isPart: false };
  }
  const created = textOf(called.file_text) ?? textOf(called.content);
  if (called.command === 'create' && created !== undefined) return { path, before: '', after: created, isPart: false };
  if (typeof called.old_str === 'string' || typeof called.new_str === 'string') {
    return { path, before: textOf(called.old_str) ?? '', after: textOf(called.new_str) ?? '', isPart: true };
  }
  return undefined;
}
