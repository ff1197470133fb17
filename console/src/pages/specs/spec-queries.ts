import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { paths } from '../../../../shared/client/api-types.ts';
import type { SandboxSpec, SpecDetails } from '../../api/shapes.ts';
import { useChange } from '../../data/change.ts';
import { liveWhile } from '../../live/polls.ts';
import { useApi, useSession } from '../../session/session.ts';

/** The list of specs has the key of the forms that choose one, so that a change is seen there too. */
const SPECS = 'sandbox-specs';

type Path = paths['/api/v1/sandbox-specs/{spec_id}'];
export type SpecOrder = paths['/api/v1/sandbox-specs']['post']['requestBody']['content']['application/json'];
export type SpecChange = Path['patch']['requestBody']['content']['application/json'];
export type SpecPage = paths['/api/v1/sandbox-specs/search']['get']['responses'][200]['content']['application/json'];

export const SPEC = '/api/v1/sandbox-specs/{spec_id}';

const isChecking = ({ check }: Pick<SandboxSpec, 'check'>): boolean => check?.state === 'PENDING';

/** All specs, the owner's last, refreshed regularly. */
export function useAllSpecs() {
  const api = useApi();
  return useQuery({
    queryKey: [SPECS],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/sandbox-specs/search', { signal })),
    refetchInterval: liveWhile<SpecPage>(({ items }) => items.some(isChecking)),
  });
}

export function useSpec(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: [SPECS, id],
    queryFn: ({ signal }) => answerOf(api.GET(SPEC, { params: { path: { spec_id: id } }, signal })),
    refetchInterval: liveWhile<SpecDetails>(isChecking),
  });
}

/** What the operator allows for specs of owners; null if this key can make none. */
export function useOffer(): SpecPage['own_specs'] {
  const { scopes } = useSession().key;
  const offer = useAllSpecs().data?.own_specs ?? null;
  const isAdmin = scopes.includes('admin');
  const canWrite = isAdmin || scopes.includes('sandboxes:write');
  return offer !== null && canWrite && (isAdmin || !offer.admins_only) ? offer : null;
}

/** A change of specs, after which they are read again. */
export function useSpecUpdate<Input, Output>(
  change: (input: Input) => Promise<Output>,
  done: (output: Output) => void,
) {
  return useChange(SPECS, change, done);
}
