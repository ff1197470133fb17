import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { emptyDraft, type StartDraft } from './start-draft.ts';

const NAME = 'acs.draft.start';

/**
 * What is being entered for a start. A new one is kept for this tab, so that a look at another page loses nothing, until
 * it has started or the person signs out.
 *
 * @param initial what was entered for a start that failed; undefined for a new one
 */
export function useKeptDraft(
  initial: StartDraft | undefined,
): readonly [StartDraft, Dispatch<SetStateAction<StartDraft>>] {
  const [draft, setDraft] = useState(() => initial ?? keptDraft());
  useEffect(() => {
    if (initial === undefined) sessionStorage.setItem(NAME, JSON.stringify(draft));
  }, [initial, draft]);
  return [draft, setDraft];
}

/** Forgets a draft that has started. */
export function forgetDraft(draft: StartDraft): void {
  if (sessionStorage.getItem(NAME) === JSON.stringify(draft)) sessionStorage.removeItem(NAME);
}

function keptDraft(): StartDraft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(NAME) ?? '{}');
    return { ...emptyDraft, ...(kept as Partial<StartDraft>) };
  } catch {
    return emptyDraft;
  }
}
