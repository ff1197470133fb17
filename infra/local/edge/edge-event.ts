import { isHidden } from './header-rules.ts';
import type { ViewerRequest } from './viewer-request.ts';

/** One value or, for a repeated name, several. `value` is the first of them. */
export interface EventValue {
  readonly value: string;
  readonly multiValue?: readonly { readonly value: string }[] | undefined;
}

export type EventValues = Readonly<Record<string, EventValue>>;

/** The event's `request`. */
export interface EventRequest {
  readonly method: string;
  readonly uri: string;
  readonly querystring: EventValues;
  readonly headers: EventValues;
  /** Cookies are not repeated in the headers. */
  readonly cookies: EventValues;
}

/** The event that a function gets for a request. Its method `rawQueryString` is added where the function runs. */
export function eventOf(request: ViewerRequest) {
  return {
    version: '1.0',
    context: {
      distributionDomainName: 'd111111abcdef8.cloudfront.net',
      distributionId: 'ELOCALEDGE',
      eventType: 'viewer-request',
      requestId: request.requestId,
    },
    viewer: { ip: request.viewerIp },
    request: eventRequest(request),
  };
}

function eventRequest({ method, uri, query, headers }: ViewerRequest): EventRequest {
  const visible = Object.entries(headers).filter(([name]) => name !== 'cookie' && !isHidden(name));
  return {
    method,
    uri,
    // CloudFront decodes nothing.
    querystring: valuesOf(pairs((query ?? '').split('&'))),
    headers: valuesOf(visible.flatMap(([name, values]) => values.map((value) => [name, value] as const))),
    cookies: valuesOf(pairs((headers.cookie ?? []).flatMap((line) => line.split(';')).map((text) => text.trim()))),
  };
}

/** All values, in the order of the names. */
export function entriesOf(values: EventValues): readonly (readonly [name: string, value: string])[] {
  return Object.entries(values).flatMap(([name, { value, multiValue }]) =>
    (multiValue ?? [{ value }]).map((one) => [name, one.value] as const),
  );
}

function pairs(texts: readonly string[]): readonly (readonly [string, string])[] {
  return texts
    .filter((text) => text !== '')
    .map((text) => {
      const at = text.indexOf('=');
      return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
    });
}

function valuesOf(entries: readonly (readonly [string, string])[]): EventValues {
  const byName = Map.groupBy(entries, ([name]) => name);
  const values = [...byName].map(([name, found]): [string, EventValue] => {
    const all = found.map(([, value]) => ({ value }));
    return [name, all.length === 1 ? { value: all[0]?.value ?? '' } : { value: all[0]?.value ?? '', multiValue: all }];
  });
  return Object.fromEntries(values);
}
