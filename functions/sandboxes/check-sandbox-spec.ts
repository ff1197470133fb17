import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import * as z from 'zod';
import { tendSpec } from '../../shared/domain/sandboxes/own-specs/tend-spec.ts';
import { grantedTo } from '../../shared/platform/granted.ts';
import { wired } from '../../shared/platform/init/wired.ts';
import { tendDeps } from '../../shared/wiring/sandboxes/own-specs.ts';

const Order = z.object({ owner_id: z.string(), spec_id: z.string() });

const depsOf = wired(() => tendDeps(grantedTo('check-sandbox-spec')));

/** The longest step: a call of the agent, ECS or the log, in milliseconds. */
const STEP = 30_000;

/** Registers and checks a spec of an owner, or deregisters a version that nothing needs any longer. */
export async function handler(event: unknown, context: Context): Promise<void> {
  const deps = depsOf();
  const { owner_id: ownerId, spec_id: specId } = Order.parse(event);
  const until = new Date(deps.now().getTime() + context.getRemainingTimeInMillis() - STEP);
  const wait = async (milliseconds: number) => void (await pause(milliseconds));
  await tendSpec(ownerId, specId, { ...deps, pause: wait }, until);
}
