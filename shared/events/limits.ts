/** What the history of a conversation may hold, and what of it goes into one answer. */
export const eventLimits = {
  /** How long one event may be, as JSON in bytes. Of a longer one the long texts are shortened. */
  eventBytes: 2_000_000,
  /** How long the events of one answer may be together: Lambda answers at most 6 MB, and JSON within JSON grows by up to the same again. */
  answerBytes: 2_500_000,
  /** How long the marker of a deleted conversation stays, in days: longer than any agent has something to tell of it. */
  markerDays: 400,
  /** How many events a download or a trajectory may hold. */
  exportEvents: 10_000,
} as const;
