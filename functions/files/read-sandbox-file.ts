import { readSandboxFile as endpoint } from '../../shared/contract/files/files.ts';
import { reachFiles } from '../../shared/domain/files/reach-files.ts';
import { readFile } from '../../shared/domain/files/read-file.ts';
import type { ReachDeps } from '../../shared/domain/sandboxes/agent/reach-sandbox.ts';
import { Content, implement } from '../../shared/http/operation/operation.ts';
import { serveStream } from '../../shared/http/serve/serve-stream.ts';
import { reachDeps } from '../../shared/wiring/agents.ts';

export const readSandboxFile = implement(endpoint, async ({ params, query, caller, request }, deps: ReachDeps) => {
  const { agent, pathOf } = await reachFiles({ caller, sandboxId: params.sandbox_id, resume: query.resume }, deps);
  const { status, headers, pieces } = await readFile(agent, pathOf(query), request.conditions ?? {});
  return new Content(status, headers, pieces);
});

export const handler = serveStream(readSandboxFile, reachDeps);
