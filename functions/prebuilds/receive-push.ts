import { receivePush as endpoint } from '../../shared/contract/prebuilds/prebuilds.ts';
import { receivePush as receive } from '../../shared/domain/prebuilds/receive-push.ts';
import { implement, reading } from '../../shared/http/operation/operation.ts';
import { readSigned } from '../../shared/http/request/read-signed.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { changePrebuildDeps, hookVault, startBuild } from '../../shared/wiring/prebuilds.ts';

const wire = (granted: Granted<'receive-push'>) => ({
  ...changePrebuildDeps(granted),
  work: startBuild(granted),
  vault: hookVault(granted),
});

export const receivePush = reading(
  readSigned,
  implement(endpoint, async ({ params, body, request }, deps: ReturnType<typeof wire>) => ({
    build: await receive(params.prebuild_id, body, request.headers ?? {}, deps),
  })),
);

export const handler = serve(receivePush, wire);
