import { writeSandboxFile as endpoint } from '../../shared/contract/files/files.ts';
import { reachFiles } from '../../shared/domain/files/reach-files.ts';
import { writeFile } from '../../shared/domain/files/write-file.ts';
import type { ReachDeps } from '../../shared/domain/sandboxes/agent/reach-sandbox.ts';
import { implement, reading } from '../../shared/http/operation/operation.ts';
import { readBytes } from '../../shared/http/request/read-bytes.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { reachDeps } from '../../shared/wiring/agents.ts';

export const writeSandboxFile = reading(
  readBytes,
  implement(endpoint, async ({ params, query, body, caller, request }, deps: ReachDeps) => {
    const { agent, pathOf } = await reachFiles({ caller, sandboxId: params.sandbox_id, resume: query.resume }, deps);
    const { match, noneMatch } = request.conditions ?? {};
    return writeFile(agent, { path: pathOf(query), content: body, match, noneMatch });
  }),
);

export const handler = serve(writeSandboxFile, reachDeps);
