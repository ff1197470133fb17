import type { Context } from 'aws-lambda';
import * as z from 'zod';
import { runBuild } from '../../shared/domain/prebuilds/run-build.ts';
import { grantedTo } from '../../shared/platform/granted.ts';
import { wired } from '../../shared/platform/init/wired.ts';
import { buildDeps } from '../../shared/wiring/prebuilds/build-deps.ts';

const Order = z.object({ owner_id: z.string(), prebuild_id: z.string() });

const depsOf = wired(() => buildDeps(grantedTo('build-prebuild')));

/** Takes the next steps of a prebuild, as far as its sandbox and the time limit allow. */
export async function handler(event: unknown, context: Context): Promise<void> {
  const { owner_id: ownerId, prebuild_id: prebuildId } = Order.parse(event);
  const run = { worker: context.awsRequestId, timeLeft: () => context.getRemainingTimeInMillis() };
  await runBuild(ownerId, prebuildId, run, depsOf());
}
