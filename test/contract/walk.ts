import * as z from 'zod';
import { endpoints } from '../../shared/contract/index.ts';
import { cacheHeaders } from '../../shared/http/answers/standard-headers.ts';
import type { Answer, Api, Options } from '../support/service/api.ts';
import { describedResponse } from './document.ts';
import { brokenPromises } from './promises.ts';

type Complaint = string;

export interface Visit extends Options {
  readonly at?: readonly string[];
  readonly fails?: number;
}

/** Calls endpoints, checks their responses against the committed document, and records the routes. */
export class Walk {
  readonly visited = new Set<string>();
  readonly statuses = new Set<number>();
  readonly complaints: Complaint[] = [];
  readonly #conditional = new Set<string>();

  /** @param route method and path with `{}` for parameters. @throws when the document does not have it */
  async visit(api: Api, route: string, { at = [], fails, ...options }: Visit = {}): Promise<Answer> {
    const [method = '', template = ''] = route.split(' ');
    const values = [...at];
    const path = template.replaceAll('{}', () => encodeURIComponent(values.shift() ?? ''));
    const answer = await api.send(method, path, options);
    this.visited.add(route);
    this.statuses.add(answer.status);
    const complaints = fails === undefined ? ofSuccess(route, answer) : ofFailure(route, fails, answer);
    complaints.push(...ofHeaders(route, answer));
    if (method === 'GET' && fails === undefined && !this.#conditional.has(route)) {
      this.#conditional.add(route);
      const again = await api.send(method, path, {
        ...options,
        headers: { ...options.headers, 'If-None-Match': '"none"' },
      });
      if (again.status !== answer.status) complaints.push(`answers ${again.status} to a condition that is not met`);
    }
    this.complaints.push(...complaints.map((what) => `${method} ${path}: ${what}`));
    return answer;
  }
}

function ofSuccess(route: string, answer: Answer): Complaint[] {
  const { status, contentType, schema } = describedResponse(route);
  if (answer.status !== status) return [`answers ${answer.status} instead of ${status}: ${answer.text.slice(0, 500)}`];
  const type = answer.headers.get('content-type') ?? '';
  const body = answer.body === undefined ? answer.text : answer.body;
  return [
    ...(type.startsWith(contentType) ? [] : [`has the type ${type} instead of ${contentType}`]),
    ...ofShape(schema, body),
    // The OpenAPI document contains schemas instead of values.
    ...(route === 'GET /openapi.json' ? [] : brokenPromises(body)),
    ...(isShared(route) && /"(session_api_key|conversation_url)"/.test(answer.text)
      ? ['opens a sandbox to readers']
      : []),
  ];
}

function ofFailure(route: string, status: number, answer: Answer): Complaint[] {
  const { contentType, schema } = describedResponse(route, status);
  if (answer.status !== status) return [`answers ${answer.status} instead of ${status}: ${answer.text.slice(0, 500)}`];
  const type = answer.headers.get('content-type') ?? '';
  const { status: stated, request_id: id } = answer.body ?? {};
  return [
    ...(type.startsWith(contentType) ? [] : [`is a failure of the type ${type}`]),
    ...ofShape(schema, answer.body),
    // Web clients show the detail, and legacy clients the message.
    ...(/\S/.test(answer.body?.detail ?? '') ? [] : ['has no detail']),
    ...(isLegacy(route) && !/\S/.test(answer.body?.message ?? '') ? ['has no message'] : []),
    ...(/^[a-z_]+$/.test(answer.body?.code ?? '') ? [] : ['has no code']),
    ...(stated === status ? [] : [`says ${stated} in its body and ${status} outside`]),
    ...(id === answer.headers.get('x-request-id') ? [] : ['names two request ids']),
    ...(status === 422 && !answer.body?.errors ? ['names no bad field'] : []),
  ];
}

function ofHeaders(route: string, { headers, status }: Answer): Complaint[] {
  const wanted: Readonly<Record<string, RegExp>> = {
    'x-request-id': /^[0-9a-f-]{36}$/,
    'cache-control': new RegExp(`^${cacheControlOf(route, status)}$`),
    'access-control-allow-origin': /\S/,
    // Requests that API Gateway refuses never reach an endpoint.
    ...(isLegacy(route) && status < 400 ? { deprecation: /^@\d+$/, link: /rel="deprecation"/ } : {}),
    ...(status === 429 ? { 'retry-after': /^\d+$/ } : {}),
  };
  return Object.entries(wanted).flatMap(([name, form]) => {
    const value = headers.get(name) ?? '';
    return form.test(value) ? [] : [`has '${value}' for ${name} at ${status}`];
  });
}

const published = new Map(endpoints.map((one) => [`${one.method} ${one.path.replaceAll(/\{\w+\}/g, '{}')}`, one]));

function cacheControlOf(route: string, status: number): string {
  const endpoint = published.get(route);
  return (endpoint && cacheHeaders(endpoint, status, undefined)['Cache-Control']) ?? 'no-store';
}

function ofShape(schema: z.ZodType, body: unknown): Complaint[] {
  const { error } = schema.safeParse(body);
  return error ? [`${z.prettifyError(error)} in ${JSON.stringify(body)?.slice(0, 800)}`] : [];
}

/** Routes that anyone can read for a public conversation. */
function isShared(route: string): boolean {
  return route.includes('/api/shared-');
}

/** The paths of the legacy generation, whose responses announce the deprecation. */
function isLegacy(route: string): boolean {
  return /^\w+ \/api\/(conversations|options|user|settings|authenticate|secrets|add-git-providers|unset-provider-tokens)(\/|$)/.test(
    route,
  );
}
