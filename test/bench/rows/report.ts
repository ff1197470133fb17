import type { Case } from './cases.ts';
import type { CaseResult, Cost } from './measure-case.ts';
import type { Sizes } from './options.ts';

export interface Line {
  readonly one: Case;
  readonly result: CaseResult;
  /** Of the owner with few rows, before there were other owners; the short form leaves it out. */
  readonly alone: CaseResult | undefined;
}

const headings = [
  'call',
  'kind',
  'units',
  'units, many',
  'rows',
  'calls',
  'ms',
  'ms, many',
  'time',
  'owners',
  'answer',
];

/** The table in Markdown, with what its columns mean. */
export function report(lines: readonly Line[], sizes: Sizes): string {
  const rows = lines.map((line) => cellsOf(line));
  const table = [headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return [...table, '', ...legend(sizes)].join('\n');
}

function cellsOf({ one, result, alone }: Line): string[] {
  const [few, many] = result.costs;
  if (!few || !many) throw new Error(`${one.endpoint.id} was not measured`);
  return [
    `\`${one.endpoint.id}\` ${one.name}`,
    one.growth,
    String(few.units),
    String(many.units),
    String(many.rows),
    String(many.calls),
    few.milliseconds.toFixed(1),
    many.milliseconds.toFixed(1),
    (result.timeRatios[1] ?? Number.NaN).toFixed(2),
    ownersOf(alone, few),
    many.answer,
  ];
}

/** The same rows among many owners, of what they took alone. */
function ownersOf(alone: CaseResult | undefined, { units }: Cost): string {
  const [before] = alone?.costs ?? [];
  return before && before.units > 0 ? (units / before.units).toFixed(2) : '';
}

function legend({ few, many, owners }: Sizes): string[] {
  return [
    `One owner with ${few} rows of each kind and one with ${many}, beside ${owners} further owners, in DynamoDB Local in memory, through the handlers of the functions in`,
    'one process. units: read capacity units of a call, by DynamoDB. rows: looked at, also those that a filter left out. calls: to DynamoDB. ms: medians. time: of the',
    'owner with many rows, of that with few, the median over the rounds. owners: the units of the owner with few rows among all owners, of those alone in the tables.',
    'flat: the same of many rows as of few. bounded: a filter looks at rows one by one up to a bound; `more` and `refused` say that the answer is not all there is.',
  ];
}
