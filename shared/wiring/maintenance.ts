import { DynamoSweepProgress } from '../domain/maintenance/dynamo-sweep-progress.ts';
import { documents } from '../platform/aws/documents.ts';
import type { Tables } from '../rights/statement.ts';

/** How far the sweep has come, for the worker that begins it and for those of its segments. */
export const sweepProgress = (granted: Tables<'sweepParts'>) => new DynamoSweepProgress(documents(), granted);
