import { needsOf } from '../../../infra/api/open-api.ts';
import { codedEndpoints } from '../../../shared/contract/coded-endpoints.ts';
import type { Endpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { workers } from '../../../shared/contract/workers.ts';
import { shareOf } from '../core-share.ts';
import { median } from '../statistics.ts';
import type { Times } from './measured-instance.ts';

/** What runs before each endpoint that takes an API key. */
export const AUTHORIZER = 'authorize';

/** Endpoints without a figure, each with why no call of the walk succeeds. */
const NOT_MEASURED: Readonly<Record<string, string>> = {
  'stop-conversation': 'only the walk of a stopped conversation calls it, and the bench leaves that walk out',
  'get-remember-prompt': 'the walk has no event whose prompt it could ask for',
  'select-file': 'the walk names no file of the workspace',
  'get-diff': 'the walk names no changed file of the workspace',
  'get-git-diff': 'the walk names no changed file of the workspace',
  'switch-profile': 'the walk names no profile',
  'switch-acp-model': 'the walk runs no ACP agent',
  'get-webhook-secret': 'the walk has no access token of a sandbox',
};

/** The most that a cold request takes of the plain build's, at the median over all endpoints. */
const MOST_OF_PLAIN = 0.6;

/** By function and build, in the order of the rounds. */
export type Samples = ReadonlyMap<string, ReadonlyMap<string, readonly Times[]>>;

/** INIT runs on a whole core; a call gets the share of its memory. */
const coldMs = ({ init, first }: Times, memoryMegabytes: number) => init + first / shareOf(memoryMegabytes);

interface Row {
  readonly id: string;
  /** Milliseconds of each build, the authorizer included where one runs. */
  readonly builds: readonly number[];
}

/** @returns undefined for a function that a build has not answered */
function millisecondsOf(samples: Samples, names: readonly string[], id: string, memory: number) {
  const builds = names.map((name) => samples.get(id)?.get(name) ?? []);
  return builds.every(({ length }) => length > 0)
    ? builds.map((times) => median(times.map((one) => coldMs(one, memory))))
    : undefined;
}

/**
 * Reports what was measured, and what is amiss.
 *
 * @throws when the authorizer was not measured
 */
export function report(samples: Samples, names: readonly string[], showAll: boolean) {
  const { memoryMegabytes = 0 } = workers.find(({ id }) => id === AUTHORIZER) ?? {};
  const authorizer = millisecondsOf(samples, names, AUTHORIZER, memoryMegabytes);
  if (!authorizer) throw new Error('the authorizer was not measured');
  const endpoints: readonly Endpoint[] = codedEndpoints;
  const rows = endpoints.flatMap((endpoint): Row[] => {
    const own = millisecondsOf(samples, names, endpoint.id, needsOf(endpoint).memoryMegabytes);
    const isAuthorized = endpoint.access === 'key';
    return own
      ? [{ id: endpoint.id, builds: own.map((ms, at) => ms + (isAuthorized ? (authorizer[at] ?? 0) : 0)) }]
      : [];
  });
  const missing = endpoints.filter(({ id }) => !rows.some((row) => row.id === id)).map(({ id }) => id);
  const ratio = ({ builds: [first = 0, second = 1] }: Row) => first / second;
  const middle = median(rows.map(ratio));
  const shown = showAll ? rows : rows.toSorted((a, b) => ratio(b) - ratio(a)).slice(0, 5);
  const line = ({ id, builds }: Row) =>
    `| ${[id, ...builds.map((ms) => ms.toFixed(0)), ratio({ id, builds }).toFixed(2)].join(' | ')} |`;
  const text = [
    `| CPU ms | ${names.join(' | ')} | ratio |`,
    `|---|${'---:|'.repeat(names.length + 1)}`,
    ...shown.map(line),
    line({ id: 'authorize alone', builds: authorizer }),
    '',
    `${rows.length} endpoints, median of the ratios ${middle.toFixed(2)}, largest ${Math.max(...rows.map(ratio)).toFixed(2)}.`,
    ...missing.map((id) => `Not measured: ${id}, because ${NOT_MEASURED[id] ?? 'no call of the walk succeeded'}.`),
  ].join('\n');
  const misses = [
    ...missing.filter((id) => !(id in NOT_MEASURED)).map((id) => `${id} was not measured`),
    ...(middle > MOST_OF_PLAIN ? [`the median is ${middle.toFixed(2)}, ${MOST_OF_PLAIN} is allowed`] : []),
  ];
  return { text, misses };
}
