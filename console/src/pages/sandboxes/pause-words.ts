import type { Sandbox } from '../../api/shapes.ts';

/** Why a sandbox is paused. */
export const pauseWords = {
  api: 'A caller asked for it.',
  idle: 'No client called, and its agent did not work.',
  timeout: 'It ran for as long as it may at a stretch.',
  limit: 'Another sandbox needed its room.',
  budget: 'A budget of this month is used up.',
} as const satisfies Record<NonNullable<Sandbox['pause_reason']>, string>;
