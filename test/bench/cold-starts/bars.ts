import { median } from '../statistics.ts';
import { AUTHORIZER } from '../tapes/subjects.ts';
import type { Line } from './lines.ts';

export const bars = {
  endpointBytes: 350_000,
  authorizerBytes: 150_000,
  /** CPU of the first call, of that of the second. */
  firstRatio: 1.5,
  /** A first call that takes no more than this longer is no slow one, whatever the ratio: milliseconds of CPU. */
  noise: 1,
  /** Modelled time of a cold request in the middle of all endpoints, of that before and of the plain build's. */
  ofBefore: 0.55,
  ofPlain: 0.45,
} as const;

export function missesOf(lines: readonly Line[]): readonly string[] {
  return [...lines.flatMap(missesOfLine), ...missesOfAll(lines)];
}

function missesOfLine({ id, kind, shipped: { figures }, firstRatio }: Line): readonly string[] {
  const allowed = allowedBytes(id, kind);
  const isSlow = firstRatio > bars.firstRatio && figures.first - figures.second > bars.noise;
  const times = `${figures.first.toFixed(1)} ms of CPU, ${firstRatio.toFixed(2)} times those of its second`;
  return [
    ...(figures.bytes > allowed ? [`${id}: its bundle has ${figures.bytes} bytes, ${allowed} are allowed`] : []),
    ...(isSlow ? [`${id}: its first call takes ${times}, ${bars.firstRatio} is allowed`] : []),
  ];
}

function allowedBytes(id: string, kind: Line['kind']): number {
  if (id === AUTHORIZER) return bars.authorizerBytes;
  return kind === 'endpoint' ? bars.endpointBytes : Number.POSITIVE_INFINITY;
}

function missesOfAll(lines: readonly Line[]): readonly string[] {
  const { ofBefore, ofPlain } = typicalRatios(lines);
  const said = (what: string, ratio: number, allowed: number) =>
    ratio > allowed ? [`a cold request takes ${ratio.toFixed(2)} of ${what}, ${allowed} is allowed`] : [];
  return [
    ...(ofBefore === undefined ? [] : said('what it took before', ofBefore, bars.ofBefore)),
    ...(ofPlain === undefined ? [] : said("the plain build's", ofPlain, bars.ofPlain)),
  ];
}

/** In the middle of all endpoints. */
export function typicalRatios(lines: readonly Line[]) {
  const endpoints = lines.filter(({ kind }) => kind === 'endpoint');
  const before = endpoints.flatMap((line) => (line.before ? [line.shipped.cold / line.before.cold] : []));
  const plain = endpoints.map((line) => line.shipped.cold / line.plain.cold);
  return {
    ofBefore: before.length === 0 ? undefined : median(before),
    ofPlain: plain.length === 0 ? undefined : median(plain),
  };
}
