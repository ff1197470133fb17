import type { SandboxPhase, SandboxTransition } from '../../api/shapes.ts';

/** A phase that a sandbox was in, or is in. */
export interface Span {
  readonly phase: SandboxPhase;
  /** The code of why it came there; null where it was as asked for, or where the next phase came of the same. */
  readonly reason: string | null;
  readonly from: string;
  /** In milliseconds; up to now for the last one. */
  readonly length: number;
  readonly isNow: boolean;
}

/** What the transitions of a sandbox tell, the oldest first. */
export function spansOf(transitions: readonly SandboxTransition[], now: Date): readonly Span[] {
  return transitions.map(({ state, reason, time }, index) => {
    const end = transitions[index + 1]?.time;
    // The clock of the reader may be behind.
    const length = Math.max(0, (end === undefined ? now.getTime() : Date.parse(end)) - Date.parse(time));
    return {
      phase: state,
      reason: transitions[index + 1]?.reason === reason ? null : reason,
      from: time,
      length,
      isNow: end === undefined,
    };
  });
}

/**
 * How wide a phase is drawn, compared with others: by the logarithm, as a second of booting has to be seen beside a day
 * of rest.
 */
export function widthOf({ length }: Span): number {
  return 1 + Math.log10(1 + length / 100);
}
