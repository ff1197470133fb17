import { codeOf as codeOfFunction, fillIn } from '../../../infra/ingress/function-code.ts';
import { EdgeFunction, type Verdict, type ViewerRequest } from '../../../infra/local/edge/edge-function.ts';
import type { EdgeEntry } from '../../../shared/domain/sandboxes/ingress/edge-entry.ts';
import { type Label, writeLabel } from '../../../shared/domain/sandboxes/ingress/label.ts';
import { type Name, writeName } from '../../../shared/domain/sandboxes/ingress/name.ts';

const source = codeOfFunction('viewer-request');

export const DISTRIBUTION = 'd111111abcdef8.cloudfront.net';
export const DOMAIN = 'sandboxes.example.com';
export const KEY = 'an ingress key';
export const NAME_KEY = 'a key of names';

/** The sandbox of the names of these edges. */
export const ADDRESS_ID = 'abcdefghijklmnop';

/** The current time of these edges, in seconds since 1970. */
export const NOW = 1_795_000_000;

/** A key in the edge's store. `until` is its expiry, in seconds since 1970. */
export interface StoredKey {
  readonly key: string;
  readonly until?: number;
}

interface EdgeOptions {
  readonly sandboxDomain?: string | undefined;
  readonly region?: string;
  /** By number. `undefined` for an empty store. */
  readonly keys?: Readonly<Record<string, StoredKey>> | undefined;
  /** Those of names. */
  readonly names?: Readonly<Record<string, StoredKey>>;
  /** What the store has for the sandbox of the names; undefined for nothing. */
  readonly entry?: EdgeEntry | undefined;
  /** Where the service is; null if the store does not say so. */
  readonly service?: { readonly host: string; readonly path: string } | null;
}

export function edgeCode({ region = 'eu-central-1', sandboxDomain }: EdgeOptions = {}): string {
  return fillIn(source, { region, sandboxDomain });
}

/** The deployed function without its time limit, as test machines can be busy. */
export function anEdge(options: EdgeOptions = {}): EdgeFunction {
  const keys = 'keys' in options ? options.keys : { 1: { key: KEY } };
  const { names = { 1: { key: NAME_KEY } }, entry, service = { host: 'api.example.com', path: '/dev' } } = options;
  const values: Record<string, unknown> = { keys, names, service: service ?? undefined, [ADDRESS_ID]: entry };
  const store = { get: async (name: string) => JSON.stringify(values[name]) };
  const now = () => new Date(NOW * 1000);
  return new EdgeFunction(edgeCode(options), store, { now });
}

export function aLabel(overrides: Partial<Label> = {}, key = KEY): string {
  const label: Label = {
    keyNumber: 1,
    name: 'AGENT_SERVER',
    address: '3.208.1.2',
    port: 8000,
    generation: 7,
    endsAt: NOW + 3600,
    ...overrides,
  };
  return writeLabel(label, key);
}

/** The name of the agent server by default. */
export function aName(overrides: Partial<Name> = {}, key = NAME_KEY): string {
  return writeName({ keyNumber: 1, addressId: ADDRESS_ID, port: 8000, slot: 0, ...overrides }, key);
}

/** The entry of a running sandbox. */
export function anEntry(overrides: Partial<EdgeEntry> = {}): EdgeEntry {
  return { a: '3.208.1.2', g: 7, e: NOW + 3600, ...overrides };
}

export function aViewerRequest({ headers, ...overrides }: Partial<ViewerRequest> = {}): ViewerRequest {
  return {
    requestId: 'request-1',
    viewerIp: '198.51.100.7',
    method: 'GET',
    uri: '/',
    query: undefined,
    ...overrides,
    headers: { host: [DISTRIBUTION], ...headers },
  };
}

/** A request to a path below a label on the common host. */
export function toPath(label: string, overrides: Partial<ViewerRequest> = {}): ViewerRequest {
  return aViewerRequest({ ...overrides, uri: `/${label}${overrides.uri ?? '/'}` });
}

/** A request to the host of a label. */
export function toHost(label: string, overrides: Partial<ViewerRequest> = {}): ViewerRequest {
  return aViewerRequest({ ...overrides, headers: { host: [`${label}.${DOMAIN}`], ...overrides.headers } });
}

/** @throws if the edge does not forward the request */
export function forwarded(verdict: Verdict): Extract<Verdict, { kind: 'forward' }> {
  if (verdict.kind !== 'forward') throw new Error(`the edge answered ${verdict.status}: ${verdict.body}`);
  return verdict;
}

/** The response of the edge. `undefined` for a forwarded request. */
export function codeOf(verdict: Verdict): string | undefined {
  return verdict.kind === 'answer' ? `${verdict.status} ${JSON.parse(verdict.body).code}` : undefined;
}
