import { ServiceAtScale } from '../world/service-at-scale.ts';

/** How many sandboxes one owner has. */
const PER_OWNER = 10;

/** Nothing but the limits of AWS is left out while a fleet is brought to where a measurement begins. */
const UNHURRIED = 1_000_000;

/** A service with so many sandboxes that run and have nothing to do. */
export async function idleFleet(sandboxes: number): Promise<ServiceAtScale> {
  const service = new ServiceAtScale(UNHURRIED);
  const { time, aws, lambdas, readyAt } = service;
  aws.isFree = true;
  lambdas.limit = Number.POSITIVE_INFINITY;
  service.begin();
  for (let made = 0; made < sandboxes; made += 1) await service.ask(`owner-${Math.floor(made / PER_OWNER)}`);
  await time.runUntil(() => readyAt.size === sandboxes, time.milliseconds + 10 * 60_000);
  // Long enough for everything that a start leaves behind.
  await time.runUntil(after(service, 30_000), time.milliseconds + 60_000);
  aws.isFree = false;
  lambdas.limit = 1_000;
  aws.forget();
  lambdas.forget();
  return service;
}

/** Whether so much time has passed. */
export function after({ time }: ServiceAtScale, milliseconds: number): () => boolean {
  const end = time.milliseconds + milliseconds;
  return () => time.milliseconds >= end;
}
