import { tagOf } from '../../shared/contract/endpoint/areas.ts';
import type { Endpoint } from '../../shared/contract/endpoint/endpoint.ts';

export type Read = (path: string) => string | undefined;

export interface Step {
  readonly file: string;
  /** The sentence for an endpoint that lacks this step, or undefined. */
  readonly missing: (endpoint: Endpoint, read: Read) => string | undefined;
}

/** The store for replayed responses, which encrypts exactly the responses with a secret. */
const claimsOf = ({ idempotent }: Endpoint) => (idempotent === 'sealed' ? 'sealedClaimDeps' : 'claimDeps');

/** Every step that the files show, in the order of the README. */
export const endpointSteps: readonly Step[] = [
  step('shared/contract/<area>/<tag>.ts', (endpoint, text) =>
    constantOf(endpoint, text) === undefined
      ? 'has no contract entry in the file of its area: describe it in'
      : undefined,
  ),
  {
    file: 'shared/contract/index.ts',
    missing: (endpoint, read) => {
      const name = constantOf(endpoint, read(`shared/contract/${endpoint.area}/${tagOf(endpoint)}.ts`));
      if (name === undefined || holds(read('shared/contract/index.ts'), `.${name},`)) return undefined;
      return `${endpoint.id} is not in the route table: name ${name} in shared/contract/index.ts`;
    },
  },
  step('functions/<area>/<id>.ts', (endpoint, text) => {
    if (endpoint.constant !== undefined) return undefined;
    if (text === undefined) return 'has no handler: write';
    const claims = claimsOf(endpoint);
    const isWired = !endpoint.idempotent || endpoint.idempotent === 'own' || new RegExp(`\\b${claims}\\b`).test(text);
    return isWired ? undefined : `takes an Idempotency-Key: wire ${claims} in`;
  }),
  step('shared/rights/<area>.ts', ({ id, constant }, text) =>
    constant !== undefined || new RegExp(`^  '?${id}'?:`, 'm').test(text ?? '')
      ? undefined
      : 'has no rights: write its line in',
  ),
  step('test/service/http/tenancy.test.ts', ({ path, access }, text) => {
    if (access !== 'key') return undefined;
    const unknown = parametersOf(path).find((name) => !new RegExp(`^ +${name}:`, 'm').test(text ?? ''));
    return unknown && `has a path parameter without an id of an owner: write ${unknown} in`;
  }),
  step('test/architecture/idempotency-reasons.ts', ({ id, method, idempotent }, text) =>
    method !== 'POST' || idempotent || new RegExp(`^  '?${id}'?:`, 'm').test(text ?? '')
      ? undefined
      : 'is a POST that takes no Idempotency-Key: write the reason in',
  ),
  step('docs/openapi.json', ({ id }, text) =>
    holds(text, `"operationId": "${id}"`) ? undefined : 'is not in the interface: run `npm run openapi` and commit',
  ),
  step('shared/client/api-types.ts', ({ generation, path }, text) =>
    generation === 'legacy' || holds(text, `"${path}"`) || holds(text, `'${path}'`)
      ? undefined
      : 'is not in the types of the client: run `npm run openapi` and commit',
  ),
];

export function missingSteps(endpoint: Endpoint, read: Read): readonly string[] {
  return endpointSteps.flatMap(({ missing }) => missing(endpoint, read) ?? []);
}

/** A step with the sentence `<id> <problem> <file>`. */
function step(file: string, problemOf: (endpoint: Endpoint, text: string | undefined) => string | undefined): Step {
  return {
    file,
    missing: (endpoint, read) => {
      const path = file.replace('<area>', endpoint.area).replace('<tag>', tagOf(endpoint)).replace('<id>', endpoint.id);
      const problem = problemOf(endpoint, read(path));
      return problem && `${endpoint.id} ${problem} ${path}`;
    },
  };
}

function constantOf({ id }: Endpoint, contract = ''): string | undefined {
  const entries = contract.split(/^export const (?=\w+ = defineEndpoint)/m).slice(1);
  return entries.find((entry) => entry.includes(`  id: '${id}',`))?.split(' ')[0];
}

function parametersOf(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

function holds(text: string | undefined, part: string): boolean {
  return text?.includes(part) === true;
}
