/** Spreads RunTask calls of all processes over time, so that their sum stays below ECS's limit. */
export interface LaunchPace {
  /** Takes the next free moment. @returns when the call may be made: `now` at the earliest. */
  reserve(now: Date): Promise<Date>;
  /** Takes the moment `now` if it is free, for calls before which all others go. @returns whether it is taken. */
  reserveIdle(now: Date): Promise<boolean>;
}
