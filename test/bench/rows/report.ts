import type { Case } from './cases.ts';
import type { CaseResult } from './measure-case.ts';

export interface Line {
  readonly one: Case;
  readonly result: CaseResult;
  /** Of the owner with few rows, before there were other owners; the short form leaves it out. */
  readonly alone: CaseResult | undefined;
}

/** Read units are those of DynamoDB. Time: of the owner with many rows, of that with few. */
const headings = ['call', 'growth', 'read units, few rows', 'many rows', 'rows looked at', 'calls', 'time', 'answer'];

/** A table in Markdown. */
export function report(lines: readonly Line[]): string {
  const rows = lines.map(({ one, result }) => {
    const [few, many] = result.costs;
    if (!few || !many) throw new Error(`${one.endpoint.id} was not measured`);
    const time = (result.timeRatios[1] ?? Number.NaN).toFixed(2);
    return [
      `${one.endpoint.id} ${one.name}`,
      one.growth,
      few.units,
      many.units,
      many.rows,
      many.calls,
      time,
      many.answer,
    ];
  });
  return [headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
