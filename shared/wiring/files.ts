import { EbsVolumes } from '../domain/files/ebs-volumes.ts';
import type { ReadFilesDeps } from '../domain/files/reach-files.ts';
import { sharedHandler } from '../platform/aws/call-limits.ts';
import { EbsClient } from '../platform/aws/ebs-client.ts';
import { reachDeps } from './agents.ts';

export const savedVolumes = () => new EbsVolumes(new EbsClient(sharedHandler));

/** For functions that read files of sandboxes, running or saved. */
export const readFilesDeps = (granted: Parameters<typeof reachDeps>[0]): ReadFilesDeps => ({
  ...reachDeps(granted),
  volumes: savedVolumes(),
});
