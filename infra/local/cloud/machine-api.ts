import type { IncomingMessage } from 'node:http';
import type { LocalAgent } from '../agent-server/local-agent.ts';
import { localModels } from '../model/local-models.ts';
import { LOCAL, type LocalLog } from '../terminal/log.ts';

/** What only the console of a local service can ask: about this machine, not about the service. */
export interface MachineAnswer {
  readonly status: number;
  readonly content: unknown;
}

interface Options {
  readonly agent: Pick<LocalAgent, 'status' | 'install'>;
  /** URL of the API, which knows who may ask. */
  readonly apiUrl: string;
  readonly log: LocalLog;
}

/**
 * Answers `GET /machine`, which agent answers and which models this machine serves, and `POST /machine`, which installs
 * the OpenHands agent. Both need a key with the scope `admin`, as the person who runs the service has.
 */
export function machineApi({ agent, apiUrl, log }: Options) {
  return async (message: IncomingMessage): Promise<MachineAnswer> => {
    const { method } = message;
    if (method !== 'GET' && method !== 'POST') return problem(405, 'Use GET or POST.');
    if (!(await isAdmin(message, apiUrl))) return problem(403, 'This needs a key with the scope admin.');
    if (method === 'POST') {
      agent.install().catch((error: Error) => log(LOCAL, 'error', error.message));
      return { status: 202, content: { agent: agent.status } };
    }
    return { status: 200, content: { agent: agent.status, models: (await localModels()).map(wireOf) } };
  };
}

const wireOf = ({ program, model, baseUrl }: Awaited<ReturnType<typeof localModels>>[number]) => ({
  program,
  model,
  base_url: baseUrl,
});

function problem(status: number, detail: string): MachineAnswer {
  return { status, content: { status, title: 'Refused', detail } };
}

/** Asks the API for what only administrators can read. */
async function isAdmin({ headers }: IncomingMessage, apiUrl: string): Promise<boolean> {
  const given = Object.fromEntries(
    ['x-session-api-key', 'authorization', 'x-org-id'].flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );
  if (Object.keys(given).length === 0) return false;
  const response = await fetch(`${apiUrl}/api/v1/operator/overview`, { headers: given, redirect: 'error' });
  await response.body?.cancel();
  return response.ok;
}
