import { agentEventBounds } from '../../../contract/shapes/json-bounds.ts';

/** Limits of a conversation's history and of one response from it. */
export const eventLimits = {
  /** How long one event may be, as JSON in bytes. Of a longer one the long texts are shortened. */
  eventBytes: agentEventBounds.bytes,
  /** How long the events of one answer may be: Lambda answers 6 MB, and JSON in JSON may double. */
  answerBytes: 2_500_000,
  /** Days that a deletion marker stays: longer than any agent may still deliver events. */
  markerDays: 400,
  /** How many events a download or a trajectory may hold. */
  exportEvents: 10_000,
} as const;
