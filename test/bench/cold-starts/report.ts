import type { Figures } from '../tapes/figures.ts';
import { ms, table } from '../tapes/markdown.ts';
import { bars, typicalRatios } from './bars.ts';
import type { Line } from './lines.ts';
import { COMPARED_MEGABYTES } from './model.ts';

const headings = [
  'function',
  'KB',
  'plain',
  'INIT',
  'first',
  'second',
  'warm',
  'first ÷ second',
  'cold request',
  'plain',
  'before',
  '÷ plain',
  '÷ before',
  'MB',
  'as deployed',
];

export function report(lines: readonly Line[], references: Readonly<Record<string, Figures>>): string {
  const others = Object.entries(references).map(([name, { init, first, second }]) => {
    return [name, '', '', ms(init), ms(first), ms(second), ...Array.from({ length: 9 }, () => '')];
  });
  return [table(headings, [...lines.map(cellsOf), ...others]), '', ...legend(lines)].join('\n');
}

function cellsOf({ id, memoryMegabytes, shipped, plain, before, firstRatio }: Line): readonly string[] {
  const { bytes, init, first, second, warm } = shipped.figures;
  return [
    id,
    kilobytes(bytes),
    kilobytes(plain.figures.bytes),
    ms(init),
    ms(first),
    ms(second),
    ms(warm),
    firstRatio.toFixed(2),
    ms(shipped.cold),
    ms(plain.cold),
    ms(before?.cold),
    (shipped.cold / plain.cold).toFixed(2),
    before ? (shipped.cold / before.cold).toFixed(2) : '',
    String(memoryMegabytes),
    ms(shipped.deployed),
  ];
}

function legend(lines: readonly Line[]): readonly string[] {
  const { ofBefore, ofPlain } = typicalRatios(lines);
  return [
    'INIT, first, second and warm (after some 200 calls): medians of CPU milliseconds, user and system. Cold request:',
    'modelled milliseconds of a first request as Lambda runs it, the first one of the authorizer included: INIT at full',
    `speed, and a call at memory ÷ 1,769 MB of a core; compared with ${COMPARED_MEGABYTES} MB for all, and with the memory that the contract`,
    'states (as deployed). Waits for other services are not in it; they answer on loopback, from tapes with other ids than those that INIT plays. Plain: the same function bundled by esbuild with minify and',
    'mainFields alone. Floor: one row read by a request signed by hand.',
    `In the middle of all endpoints a cold request takes ${ofPlain?.toFixed(2) ?? 'no part'} of the plain build's` +
      (ofBefore === undefined ? '.' : `, and ${ofBefore.toFixed(2)} of what it took before.`),
    `Bars: a bundle ≤ ${bars.endpointBytes / 1000} KB, the authorizer's ≤ ${bars.authorizerBytes / 1000} KB; ` +
      `first ≤ ${bars.firstRatio} × second, or ${bars.noise} ms more; ` +
      `a cold request ≤ ${bars.ofPlain} of plain and ≤ ${bars.ofBefore} of before in the middle.`,
  ];
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(0);
