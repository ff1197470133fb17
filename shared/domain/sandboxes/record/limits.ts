/** Limits of the lifecycle, in seconds unless stated otherwise. */
export const limits = {
  /** Without news for this long, the reconciler looks for itself: an event was lost. */
  silence: 20,
  /** How long ECS may not show a task after RunTask accepted it. */
  consistency: 60,
  /** A start that ECS does not take, for want of capacity or because it throttles, is given up after this. */
  pending: 15 * 60,
  /** A start that ECS was never asked for, as its turn did not come, is given up after this. */
  queued: 60 * 60,
  /** How far ahead new starts get a turn at once; those beyond wait in the queue. */
  turnsAtOnce: 20,
  /** How far ahead starts of the queue get a turn: longer than from one sweep to the next. */
  turnsAhead: 90,
  /** For how long starts gather in the queue before the first of them are offered turns. */
  gather: 4,
  /** For how long one worker offers turns to the queue, and how long it waits between two offers. */
  offering: 45,
  betweenOffers: 20,
  /** A turn that is over for this long is lost: its start takes another one. */
  lateTurn: 10,
  provisioning: 10 * 60,
  boot: 5 * 60,
  /** A task that still runs this long after StopTask is stopped again. */
  stop: 3 * 60,
  /** Saving a large workspace for the first time can take hours. */
  saving: 6 * 60 * 60,
  unreachable: 5 * 60,
  /** How often in a row a sandbox that ends uninvited is started again by the service. */
  restarts: 3,
  /** The same where AWS had no room for its task: with the pauses between them, about as long as a start may wait. */
  capacityRestarts: 9,
  /** A task that ran for this long resets the count of restarts. */
  stable: 10 * 60,
  /** How many snapshots of one workspace may fail before a person has to look. */
  saves: 3,
  /** Tries of a snapshot while the account's quota is full; meanwhile the sweep may delete old ones. */
  quotaSaves: 8,
  /** How far the recorded last activity may lag behind. */
  activityLag: 5 * 60,
  /** When the reconciler pauses an unused sandbox after the only start in it has failed. */
  failedStart: 5 * 60,
  /** The longest pause between two tries; they begin with 5 seconds and double. */
  retryPause: 120,
  /** How long the runs of an agent may take to be interrupted before it prepares for its end. */
  interrupt: 3,
  /** How long an agent may take to prepare for its end. */
  prepare: 5,
  /** How long the last look at an agent may take, before its task is stopped. */
  lastLook: 6,
  /** How long a task has from SIGTERM to SIGKILL: the `StopTimeout` of its definition. */
  sigterm: 30,
  /** For how long one worker waits for an agent before it gives the wait back. */
  bootPatience: 50,
  /** The longest wait of a worker; the sweep handles longer ones. */
  wake: 100,
  /** How long one step may take at the worst: a look takes none that it could not end in time. */
  step: 15,
  /** How long one run of the sweep may take: less than its schedule and the timeout of its Lambda. */
  sweep: 45,
  /** How long a disk that seems to be an orphan is kept, in days: the time to restore its row from a backup. */
  orphanDays: 7,
  /** How long a task of the warm pool may wait, in hours: then another takes its place. */
  warmHours: 24,
  /** How long the place of a warm task that failed stays empty, so that what fails always is not tried at once. */
  warmRest: 10 * 60,
  /** By how much the list of warm tasks may lag behind: those that were just added are read one by one. */
  warmLag: 10,
  /** A sandbox whose claimed agent does not take its keys within this starts with a task of its own. */
  claimedBoot: 30,
  /** How long the receipt of a deletion is kept, in days. */
  receiptDays: 7,
} as const;

/** Seconds that a worker owns its work: short, so that its death is noticed; it may renew the lease. */
export const leases = {
  /** Longer than looking for a snapshot and asking for one may take. */
  save: 20,
  /** Longer than a call of RunTask may take, with its repetition. */
  launch: 12,
  boot: 20,
  /** Longer than an agent may take to prepare for its end, and the last look at it. */
  stop: 25,
} as const;

/** When to try again: twice as late with each of `tries`, with a random part that keeps sandboxes apart. */
export function backoff(tries: number, now: Date, random: () => number): Date {
  const seconds = Math.min(limits.retryPause, 5 * 2 ** (tries - 1));
  return new Date(now.getTime() + seconds * (0.5 + random() / 2) * 1000);
}
