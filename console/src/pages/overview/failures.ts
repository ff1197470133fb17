import type { Sandbox, StartTask } from '../../api/shapes.ts';
import { startsToShow } from '../conversations/list/starts-to-show.ts';

/** Something that failed, and what to do about it in the words of the service. */
export interface Failing {
  readonly kind: 'sandbox' | 'start';
  readonly id: string;
  readonly at: string;
  /** The code of the reason, where there is one. */
  readonly code: string | null;
  readonly detail: string;
}

/** How many are shown. */
const SHOWN = 6;

/** The starts that failed last in their conversations: one that went well since is no news, nor is one under way. */
export function failedStarts(starts: readonly StartTask[]): readonly StartTask[] {
  return startsToShow(starts).filter(({ status }) => status === 'ERROR');
}

/**
 * What failed lately, the last first. A start that failed with its sandbox is told of once, as the sandbox.
 *
 * @param isGone whether a conversation was deleted, which its starts outlive
 */
export function failuresOf(
  sandboxes: readonly Sandbox[],
  starts: readonly StartTask[],
  isGone: (conversationId: string) => boolean = () => false,
): readonly Failing[] {
  const broken = sandboxes.filter(({ status }) => status === 'ERROR');
  const known = new Set(broken.map(({ id }) => id));
  const failed = failedStarts(starts).filter(
    ({ sandbox_id: sandbox, conversation_id: id }) => !(sandbox !== null && known.has(sandbox)) && !isGone(id),
  );
  return [...broken.map(ofSandbox), ...failed.map(ofStart)]
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, SHOWN);
}

function ofSandbox({ id, transitions, created_at, status_detail }: Sandbox): Failing {
  const last = transitions.at(-1);
  const detail = status_detail ?? 'No reason was recorded.';
  return { kind: 'sandbox', id, at: last?.time ?? created_at, code: last?.reason ?? null, detail };
}

function ofStart({ conversation_id: id, updated_at: at, detail }: StartTask): Failing {
  return { kind: 'start', id, at, code: null, detail: detail ?? 'No reason was recorded.' };
}
