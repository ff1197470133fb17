import { bars } from './bars.ts';
import type { Line } from './lines.ts';
import type { Measurement } from './measure.ts';
import { median } from './statistics.ts';

const headings = [
  'function',
  'KB',
  'plain',
  'import',
  'plain',
  'first',
  'plain',
  'ratio',
  'process',
  'plain',
  'ratio',
  '×empty',
  '×floor',
  'calls',
];

export function report(lines: readonly Line[], references: Readonly<Record<string, Measurement>>): string {
  const rows = lines.map((line) => cellsOf(line));
  const referenceRows = Object.entries(references).map(([id, { importMs, firstMs, processMs }]) => {
    return [id, '', '', ms(importMs), '', ms(firstMs), '', '', ms(processMs)];
  });
  return [...aligned([headings, ...rows, ...referenceRows]), '', ...legend(lines)].join('\n');
}

function cellsOf(line: Line): string[] {
  const { shipped, plain } = line;
  return [
    line.id,
    kilobytes(shipped.bytes),
    kilobytes(plain.bytes),
    ms(shipped.importMs),
    ms(plain.importMs),
    ms(shipped.firstMs),
    ms(plain.firstMs),
    line.firstRatio.toFixed(2),
    ms(shipped.processMs),
    ms(plain.processMs),
    line.processRatio.toFixed(2),
    line.timesEmpty.toFixed(1),
    line.timesFloor.toFixed(1),
    String(line.calls.length),
  ];
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

function legend(lines: readonly Line[]): string[] {
  const typical = median(lines.map(({ firstRatio }) => firstRatio)).toFixed(2);
  return [
    'Medians in milliseconds. import: of the bundle. first: from before the import to the first answer. process: from the start of the process to the first answer.',
    'plain: the same function bundled by esbuild with minify and mainFields alone. ×empty, ×floor: process, of that of an empty handler and of one that reads',
    'a row by a request signed by hand. Ratios are medians over the rounds. calls: what the first call asks of AWS and of agents, here answered on loopback.',
    `Bars: an endpoint's bundle <= ${bars.endpointBytes / 1000} KB; first <= ${bars.firstRatio} of plain, which is ${typical} in the middle of these functions.`,
  ];
}

const ms = (value: number) => value.toFixed(1);
const kilobytes = (bytes: number) => (bytes / 1000).toFixed(0);
