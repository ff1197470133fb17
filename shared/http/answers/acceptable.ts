import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { AppError } from '../../platform/errors.ts';
import { EVENT_STREAM } from '../../platform/event-stream.ts';
import type { Middleware } from '../middleware.ts';
import { PROBLEM_CONTENT_TYPE } from './problem.ts';

interface MediaRange {
  readonly type: string;
  readonly subtype: string;
  readonly weight: number;
}

/**
 * Refuses a request whose `Accept` excludes all formats of the endpoint. JSON is always acceptable: errors are JSON,
 * and many clients ask for it with every request.
 */
export function requireAcceptable({ success }: Endpoint): Middleware {
  const { contentType = 'application/json', textType, events } = success;
  const own = [contentType, ...(textType ? [textType] : []), ...(events ? [EVENT_STREAM] : [])].map((type) =>
    type.replace(/;.*$/, ''),
  );
  const offered = [...new Set([...own, 'application/json', PROBLEM_CONTENT_TYPE])];
  return {
    before: ({ event }) => {
      const ranges = rangesIn(event.headers.accept ?? '');
      if (ranges.length === 0 || offered.some((type) => weightOf(type, ranges) > 0)) return;
      throw new AppError(
        'not_acceptable',
        `The Accept header allows none of ${own.join(', ')}. Send one of them, or */*.`,
      );
    },
  };
}

/**
 * Whether a header `Accept` prefers server-sent events to JSON.
 *
 * @param otherwise the choice if it allows both equally
 */
export function prefersEvents(accept: string | undefined, otherwise: boolean): boolean {
  const ranges = rangesIn(accept ?? '');
  const [events, json] = [weightOf(EVENT_STREAM, ranges), weightOf('application/json', ranges)];
  return events === json ? otherwise : events > json;
}

/** The valid ranges of the header. Invalid ones are ignored. */
function rangesIn(accept: string): readonly MediaRange[] {
  return accept.split(',').flatMap((part) => {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const [, type, subtype] = /^([\w!#$&^.+*-]+)\/([\w!#$&^.+*-]+)$/.exec(range) ?? [];
    if (type === undefined || subtype === undefined) return [];
    const weight = parameters.flatMap((parameter) => /^q\s*=\s*([\d.]+)$/.exec(parameter)?.[1] ?? []).at(0);
    return [{ type, subtype, weight: weight === undefined ? 1 : Number(weight) }];
  });
}

/** The weight of the most specific range that matches a type. */
function weightOf(offered: string, ranges: readonly MediaRange[]): number {
  const [type, subtype] = offered.split('/');
  const precision = (range: MediaRange): number => {
    if (range.type === '*') return range.subtype === '*' ? 1 : 0;
    if (range.type !== type) return 0;
    return range.subtype === '*' ? 2 : Number(range.subtype === subtype) * 3;
  };
  const fitting = ranges.filter((range) => precision(range) > 0).toSorted((a, b) => precision(b) - precision(a));
  return fitting[0]?.weight ?? 0;
}
