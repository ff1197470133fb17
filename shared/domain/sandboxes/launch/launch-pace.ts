/** Spreads RunTask calls of all processes over time, so that their sum stays below ECS's limit. */
export interface LaunchPace {
  /** How many moments the queue may take ahead of time: those of the next `limits.turnsAhead` seconds. */
  readonly ahead: number;
  /**
   * Takes the next free moment.
   *
   * @param isQueued whether the start waited in the queue; others leave what is free to the queue while there is one
   * @returns when the call may be made, `now` at the earliest; undefined when the start has to wait in the queue
   */
  reserve(now: Date, isQueued?: boolean): Promise<Date | undefined>;
  /** Says that starts wait in the queue: until then, a new one takes its place behind them. */
  keepForQueue(until: Date): Promise<void>;
  /**
   * Whether the caller has to offer turns to the queue: one at a time, as a start that two offer a turn to takes two of
   * them. From then on new starts take their places behind those in the queue.
   */
  claimOffer(now: Date): Promise<boolean>;
  /** The claim ends before its time: the next start that joins the queue has turns offered again. */
  endOffer(): Promise<void>;
}
