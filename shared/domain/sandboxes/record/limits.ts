/** Limits of the lifecycle, in seconds unless stated otherwise. */
export const limits = {
  /** After this long without an event, the reconciler checks, as an event may be lost. */
  silence: 20,
  /** How long ECS may not show a task that RunTask has accepted. */
  consistency: 60,
  /** When to give up a start that ECS does not accept, because of missing capacity or throttling. */
  pending: 15 * 60,
  /** When to give up a start that never got its turn. */
  queued: 60 * 60,
  /** How far ahead new starts get a turn at once. Others wait in the queue. */
  turnsAtOnce: 20,
  /** How far ahead queued starts get a turn: longer than the time between two sweeps. */
  turnsAhead: 90,
  /** How long starts gather in the queue before the first turns are offered. */
  gather: 4,
  /** How long one worker offers turns to the queue, and how long it pauses between two offers. */
  offering: 45,
  betweenOffers: 20,
  /** A turn that is past by more than this is lost, and its start takes another. */
  lateTurn: 10,
  provisioning: 10 * 60,
  boot: 5 * 60,
  /** When to repeat StopTask for a task that still runs. */
  stop: 3 * 60,
  /** The first snapshot of a large workspace can take hours. */
  saving: 6 * 60 * 60,
  unreachable: 5 * 60,
  /** The most automatic restarts in a row after unrequested ends. */
  restarts: 3,
  /** The same when AWS had no capacity. With their pauses, these take about as long as `pending`. */
  capacityRestarts: 9,
  /** After this many interruptions or refusals of Spot capacity, a start goes on on demand. */
  spotFailures: 2,
  /** A task that ran this long resets the count of restarts. */
  stable: 10 * 60,
  /** The most failed snapshots of a workspace before an operator must act. */
  saves: 3,
  /** The same while the snapshot quota is reached; the sweep may delete old snapshots between tries. */
  quotaSaves: 8,
  /** How far the recorded last activity can lag behind. */
  activityLag: 5 * 60,
  /** For how long after a use through the API or a wake the traffic at its addresses keeps a sandbox running. */
  traffic: 4 * 60 * 60,
  /** How far the recorded last use through the API can lag behind. */
  useLag: 30 * 60,
  /** How long a sandbox runs at least after a request at its address resumed it. */
  woken: 5 * 60,
  /** When to pause an unused sandbox after its only start failed. */
  failedStart: 5 * 60,
  /** The longest pause between two tries. Pauses begin with 5 seconds and double. */
  retryPause: 120,
  /** Time limit for interrupting runs before the agent prepares to stop. */
  interrupt: 3,
  /** Time limit for an agent to prepare to stop. */
  prepare: 5,
  /** Time limit for fetching undelivered data before the task is stopped. */
  lastLook: 6,
  /** The time from SIGTERM to SIGKILL: the `StopTimeout` of the task definition. */
  sigterm: 30,
  /** How long one worker waits for an agent before it releases its lease. */
  bootPatience: 50,
  /** The longest wait of a worker. The sweep handles later times. */
  wake: 100,
  /** The longest duration of one step. No step begins that could not end in time, and a longer one has failed. */
  step: 15,
  /** Time limit for a running sandbox to write its file system to its disk before a snapshot. */
  sync: 8,
  /** The longest duration of a step of a snapshot: it syncs, and finds or creates the copy. */
  takeStep: 25,
  /** Time limit of one run of the sweep: less than its schedule and its Lambda's timeout. */
  sweep: 45,
  /** How long the sweep waits for one item, so that none holds the others: together with `sweep` within the timeout. */
  sweepItem: 8,
  /** How long an apparent orphan disk is kept, in days: the time to restore its row from a backup. */
  orphanDays: 7,
  /** The age at which a warm task is replaced, in hours. */
  warmHours: 24,
  /** How long a failed warm task is not replaced, so that a permanent failure is not retried at once. */
  warmRest: 10 * 60,
  /** How far the list of warm tasks can lag behind. Rows added within this time are read one by one. */
  warmLag: 10,
  /** When to replace a claimed agent that does not accept its keys with a task of the sandbox's own. */
  claimedBoot: 30,
  /** How long the receipt of a deletion is kept, in days. */
  receiptDays: 7,
} as const;

/** Lengths of leases in seconds: short, so that a worker's death is noticed. A worker can renew its lease. */
export const leases = {
  /** Longer than finding or creating a snapshot can take. */
  save: 20,
  /** Longer than a step of a snapshot can take. */
  take: 30,
  /** Longer than a call of RunTask and its repetition can take. */
  launch: 12,
  boot: 20,
  /** Longer than preparing an agent to stop and fetching its undelivered data can take. */
  stop: 25,
} as const;

/** When to try again. The delay doubles with each try and has a random part, which keeps sandboxes apart. */
export function backoff(tries: number, now: Date, random: () => number): Date {
  const seconds = Math.min(limits.retryPause, 5 * 2 ** (tries - 1));
  return new Date(now.getTime() + seconds * (0.5 + random() / 2) * 1000);
}
