import { EBSClient } from '@aws-sdk/client-ebs';
import { EbsVolumes } from '../domain/files/ebs-volumes.ts';
import type { ReadFilesDeps } from '../domain/files/reach-files.ts';
import { throttled } from '../platform/aws/call-limits.ts';
import { reachDeps } from './agents.ts';

/** For functions that read files of sandboxes, running or saved. */
export const readFilesDeps = (granted: Parameters<typeof reachDeps>[0]): ReadFilesDeps => ({
  ...reachDeps(granted),
  volumes: new EbsVolumes(new EBSClient(throttled)),
});
