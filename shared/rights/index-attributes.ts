/** What the sweep compares with existing volumes and snapshots. */
export const storedAttributes = [
  'phase',
  'generation',
  'volume_id',
  'snapshot_id',
  'previous_snapshot_id',
  'base_snapshot',
  'saving_snapshot_id',
  'discards',
  'created_at',
  'expires_at',
] as const;

/** What an owner can read of a deletion. */
export const deletedAttributes = ['spec_id', 'created_at', 'purge_at', 'receipt', 'private_to'] as const;

/** What the open interval of a snapshot is counted and priced by. */
export const storedSnapshotAttributes = [
  'sandbox_id',
  'generation',
  'spec_id',
  'state',
  'ebs_snapshot_id',
  'of_snapshot_id',
  'size_gib',
  'holds',
  'released_at',
  'api_key_id',
  'lineages',
  'receipt',
  'updated_at',
  'ready_at',
] as const;

/** What an owner can read of a snapshot's deletion. */
export const snapshotDeletionAttributes = [
  'sandbox_id',
  'spec_id',
  'created_at',
  'purge_at',
  'receipt',
  'private_to',
] as const;

/** The payer of a running sandbox, and its reservation. */
export const countedAttributes = ['api_key_id', 'lineages', 'reserved_micro_usd', 'size', 'task_started_at'] as const;

/** What usage is counted and priced by: the whole row except its keys. */
export const measuredAttributes = [
  'kind',
  'sandbox_id',
  'generation',
  'started_at',
  'ended_at',
  'is_estimate',
  'spec_id',
  'cpu_units',
  'memory_megabytes',
  'architecture',
  'capacity',
  'gigabytes',
  'api_key_id',
  'conversation_ids',
  'model_calls',
  'input_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'output_tokens',
  'model_cost',
] as const;
