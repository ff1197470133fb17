import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import type { components } from '../../../../../shared/client/api-types.ts';
import { SANDBOXES } from '../../../data/sandbox-queries.ts';
import { live } from '../../../live/polls.ts';
import { useApi } from '../../../session/session.ts';

export type Port = components['schemas']['SandboxPort'];
export type ListeningApp = components['schemas']['ListeningApp'];
type OpenPortRequest = components['schemas']['OpenPortRequest'];
type ChangePortRequest = components['schemas']['ChangePortRequest'];

const PORTS = '/api/v1/sandboxes/{sandbox_id}/ports';

/** Asks a running sandbox what listens in it, each few seconds at most. */
const EACH = 5_000;

/** The opened ports of a sandbox, and what listens in it. */
export function usePorts(sandboxId: string) {
  const api = useApi();
  return useQuery({
    queryKey: [SANDBOXES, 'ports', sandboxId],
    queryFn: ({ signal }) => {
      const params = { path: { sandbox_id: sandboxId }, query: { listening: true } };
      return answerOf(api.GET(PORTS, { params, signal }));
    },
    refetchInterval: live({ atLeast: EACH }),
  });
}

/** The requests about ports of one sandbox. */
export function usePortRequests(sandboxId: string) {
  const api = useApi();
  const one = (portId: string) => ({ params: { path: { sandbox_id: sandboxId, port_id: portId } } });
  return {
    open: (body: OpenPortRequest) => answerOf(api.POST(PORTS, { params: { path: { sandbox_id: sandboxId } }, body })),
    change: (portId: string, body: ChangePortRequest) =>
      answerOf(api.PATCH(`${PORTS}/{port_id}`, { ...one(portId), body })),
    close: (portId: string) => answerOf(api.DELETE(`${PORTS}/{port_id}`, one(portId))),
    link: (portId: string) => answerOf(api.POST(`${PORTS}/{port_id}/open-in-browser`, one(portId))),
  };
}
