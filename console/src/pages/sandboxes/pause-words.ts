import type { Sandbox } from '../../api/shapes.ts';

/** Why a sandbox is paused. */
export const pauseWords = {
  api: 'Paused by request.',
  idle: 'Idle timeout reached.',
  timeout: 'Run time limit reached.',
  limit: 'Paused to make room for another sandbox.',
  budget: 'Monthly budget used up.',
} as const satisfies Record<NonNullable<Sandbox['pause_reason']>, string>;
