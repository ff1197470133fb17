import { EC2Client } from '@aws-sdk/client-ec2';
import * as z from 'zod';
import { repeatable } from '../../shared/aws/call-limits.ts';
import { systemClock } from '../../shared/clock.ts';
import { requireEnvList } from '../../shared/env.ts';
import { type BootDeps, boot } from '../../shared/sandboxes/boot.ts';
import { DirectIngress } from '../../shared/sandboxes/exposed-urls.ts';
import { HttpAgents } from '../../shared/sandboxes/http-agents.ts';
import { ecsTasks, sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';

const Order = z.object({ owner_id: z.string(), sandbox_id: z.string(), generation: z.int() });

let deps: BootDeps | undefined;

/** The worker that waits for an agent server to answer. The reconciler starts it and keeps two of them apart by a lease. */
export async function handler(event: unknown): Promise<void> {
  deps ??= wire();
  const { owner_id: ownerId, sandbox_id: sandboxId, generation } = Order.parse(event);
  await boot(ownerId, sandboxId, generation, deps);
}

function wire(): BootDeps {
  const keys = sandboxKeys();
  return {
    sandboxes: sandboxReader(),
    tasks: ecsTasks(),
    ingress: new DirectIngress(new EC2Client(repeatable)),
    agents: new HttpAgents(keys),
    keys,
    allowedOrigins: requireEnvList('ALLOWED_ORIGINS'),
    now: systemClock,
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  };
}
