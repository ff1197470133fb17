import { table } from '../tapes/markdown.ts';
import { AUTHORIZER } from '../tapes/subjects.ts';
import { type PerRequest, type RequestId, requestIds, requests } from './requests.ts';

export interface Sides {
  readonly now: ReadonlyMap<string, PerRequest>;
  readonly before: ReadonlyMap<string, PerRequest> | undefined;
}

/** Endpoint and authorizer as one request. */
export interface Line {
  readonly id: RequestId;
  readonly now: PerRequest;
  readonly before: PerRequest | undefined;
}

/** CPU of a request over the life of an instance, of that before. */
export const ratioOf = ({ now, before }: Line) => (before ? now.all / before.all : undefined);

export function linesOf({ now, before }: Sides): readonly Line[] {
  return requestIds.map((id) => {
    const mine = requestOf(now, id);
    if (!mine) throw new Error(`${id} or ${AUTHORIZER} was not measured`);
    return { id, now: mine, before: before && requestOf(before, id) };
  });
}

/** Undefined for code of another time that cannot answer today's request. */
function requestOf(figures: ReadonlyMap<string, PerRequest>, id: string): PerRequest | undefined {
  const [own, first] = [figures.get(id), figures.get(AUTHORIZER)];
  if (!own || !first) return undefined;
  return { spans: own.spans.map((each, at) => each + (first.spans[at] ?? 0)), all: own.all + first.all };
}

export function report(sides: Sides, floor: PerRequest, ends: readonly number[]): string {
  const from = (at: number) => (ends[at - 1] ?? 0) + 1;
  const parts = ends.map((end, at) => `${from(at)}–${end.toLocaleString('en')}`);
  const last = (ends.at(-1) ?? 0).toLocaleString('en');
  const headings = ['ms of CPU per request', ...[...parts, `all ${last}`].flatMap((part) => [part, 'before']), 'ratio'];
  const cells = (name: string, now: PerRequest, before: PerRequest | undefined): string[] => [
    name,
    ...[...ends.keys()].flatMap((at) => [ms(now.spans[at]), ms(before?.spans[at])]),
    ms(now.all),
    before && before.spans.length === ends.length ? ms(before.all) : '',
    before ? (now.all / before.all).toFixed(2) : '',
  ];
  const each = [...sides.now].map(([id, now]) => cells(`\`${id}\``, now, sides.before?.get(id)));
  const whole = linesOf(sides).map((line) => cells(`${requests[line.id]}, with the authorizer`, line.now, line.before));
  return table(headings, [...each, ...whole, cells('the floor', floor, undefined)]);
}

const ms = (value: number | undefined) => (value === undefined ? '' : value.toFixed(2));
