import { isJson } from '../../../../../../shared/presentation/events/json.ts';
import type { Row } from './timeline-rows.ts';

export const rowKinds = {
  main: 'Messages and tool calls',
  messages: 'Messages',
  tools: 'Tool calls',
  errors: 'Errors',
  states: 'State changes',
  all: 'All events',
} as const;

export type RowKind = keyof typeof rowKinds;

export function isRowKind(value: string): value is RowKind {
  return Object.hasOwn(rowKinds, value);
}

/** @param search part of any text of the event, in any case */
export function filterRows(rows: readonly Row[], kind: RowKind, search: string): readonly Row[] {
  const words = search.trim();
  const pattern = words === '' ? undefined : new RegExp(words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'i');
  return rows.filter((row) => isOfKind(row, kind) && (pattern === undefined || hasText(row, pattern)));
}

function isOfKind(row: Row, kind: RowKind): boolean {
  if (kind === 'all') return true;
  if (row.type === 'tool') {
    if (kind === 'main' || kind === 'tools') return true;
    if (kind === 'messages') return Boolean(row.action?.content.text);
    return kind === 'errors' && row.result?.content.outcome === 'failed';
  }
  const { content } = row.event;
  switch (kind) {
    case 'messages':
      return content.type === 'message';
    case 'errors':
      return content.type === 'error';
    case 'states':
      return content.type === 'state';
    case 'tools':
      return false;
    case 'main':
      return content.type !== 'state' || !content.isMinor;
  }
}

function hasText(row: Row, pattern: RegExp): boolean {
  if (row.type === 'event') return contains(row.event.raw, pattern);
  return contains(row.action?.raw, pattern) || contains(row.result?.raw, pattern);
}

function contains(value: unknown, pattern: RegExp): boolean {
  if (typeof value === 'string') return pattern.test(value);
  if (Array.isArray(value)) return value.some((item) => contains(item, pattern));
  return isJson(value) && Object.values(value).some((item) => contains(item, pattern));
}
