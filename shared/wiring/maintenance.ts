import { DynamoSweepProgress } from '../domain/maintenance/dynamo-sweep-progress.ts';
import { documents } from '../platform/aws/documents.ts';
import { requireEnv } from '../platform/env.ts';

/** How far the sweep has come, for the worker that begins it and for those of its segments. */
export const sweepProgress = () =>
  new DynamoSweepProgress(documents(), { sweepParts: requireEnv('SWEEP_PARTS_TABLE') });
