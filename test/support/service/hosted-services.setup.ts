import type { TestProject } from 'vitest/node';
import { announceRun, removeEvidence } from './evidence.ts';
import { HostedService } from './hosted-service.ts';
import { type EndLauncher, provideServices } from './launcher.ts';
import { SERVICES } from './pool.ts';

let hosted: readonly HostedService[] = [];
let endLauncher: EndLauncher | undefined;

/** A service in one process for each worker, so that test files do not affect each other. */
export async function setup(project: TestProject): Promise<void> {
  hosted = await Promise.all(Array.from({ length: SERVICES }, () => HostedService.make()));
  await announceRun(hosted.map(({ stateDirectory }) => stateDirectory));
  endLauncher = await provideServices(
    project,
    hosted.map((service) => () => service.start()),
  );
}

/** @throws if a function was denied a permission or sent a request that violates the AWS models */
export async function teardown(): Promise<void> {
  await endLauncher?.();
  const ends = await Promise.allSettled(hosted.map((service) => service.end()));
  await removeEvidence();
  const failed = ends.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
