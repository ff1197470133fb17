import { createHash, createHmac } from 'node:crypto';
import type { ViewerRequest } from '../../../infra/local/edge/edge-function.ts';
import {
  ADDRESS_ID,
  aLabel,
  aName,
  anEntry,
  aViewerRequest,
  DOMAIN,
  KEY,
  NAME_KEY,
  NOW,
  toHost,
} from '../../support/ingress/an-edge.ts';

/** A request, and what the edge's store has for its sandbox. */
export interface EdgeCase {
  readonly name: string;
  readonly request: ViewerRequest;
  readonly entry: object | undefined;
}

const SESSION_KEY = 'sk-0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';
const k = createHash('sha256').update(`${ADDRESS_ID}|${SESSION_KEY}`).digest('base64url').slice(0, 22);
const [ASKS, OPEN] = [8, 9];
const entry = anEntry({ k, p: { [ASKS]: ['k'], [OPEN]: ['o', NOW + 3600] } });

function aCookie(): string {
  const end = NOW + 60;
  const signature = createHmac('sha256', NAME_KEY).update(`cookie|${ADDRESS_ID}|${ASKS}|${end}|${k}`).digest('hex');
  return `__Host-sandbox-port=${end}.${signature}`;
}

/** What a browser sends with each request. */
const usual = { accept: ['*/*'], 'accept-encoding': ['gzip'], 'user-agent': ['Mozilla/5.0'] };

function to(text: string, headers: ViewerRequest['headers'] = {}): ViewerRequest {
  const { headers: own, ...request } = toHost(text, { uri: '/api/conversations', query: 'limit=10' });
  return { ...request, headers: { ...own, ...usual, ...headers } };
}

/** The case that all others are compared with. */
export const LABEL = 'label';

export const cases: readonly EdgeCase[] = [
  { name: LABEL, request: to(aLabel()), entry },
  { name: 'lasting address', request: to(aName()), entry },
  { name: 'opened port, access link', request: to(aName({ slot: OPEN, port: 3000 })), entry },
  {
    name: 'opened port, key in a header',
    request: to(aName({ slot: ASKS, port: 3000 }), { 'x-session-api-key': [SESSION_KEY] }),
    entry,
  },
  {
    name: 'opened port, cookie',
    request: to(aName({ slot: ASKS, port: 3000 }), { cookie: [aCookie()] }),
    entry,
  },
  { name: 'no entry: to the service', request: to(aName()), entry: undefined },
  { name: 'forged name', request: to(aName({}, 'another key')), entry },
  { name: 'no address', request: aViewerRequest({ headers: { host: [`www.${DOMAIN}`], ...usual } }), entry },
];

/** The values of the edge's store, by key. */
export function valuesFor({ entry: found }: EdgeCase): Readonly<Record<string, string>> {
  const values = {
    keys: { 1: { key: KEY } },
    names: { 1: { key: NAME_KEY } },
    service: { host: 'api.example.com', path: '/dev' },
    [ADDRESS_ID]: found,
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, JSON.stringify(value)]])),
  );
}
