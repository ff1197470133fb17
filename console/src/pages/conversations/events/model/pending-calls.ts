import { type Json, textOf } from '../../../../../../shared/presentation/events/json.ts';
import type { Row, ToolRow } from './timeline-rows.ts';

/** The calls at the end of a conversation that have no result: while the agent asks for a confirmation, those it asks for. */
export function pendingCalls(rows: readonly Row[]): readonly ToolRow[] {
  const calls: ToolRow[] = [];
  for (const row of rows.toReversed()) {
    if (row.type === 'tool') {
      if (row.action === undefined || row.result !== undefined) break;
      calls.unshift(row);
    } else if (row.event.content.type === 'message') break;
  }
  return calls;
}

/** How dangerous the agent takes a call for, such as `HIGH`. */
export function riskOf({ action }: ToolRow): string | undefined {
  const raw: Json = action?.raw ?? {};
  return textOf(raw.security_risk);
}
