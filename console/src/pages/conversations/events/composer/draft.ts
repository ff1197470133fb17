import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';

/** What is being written to a conversation. It is kept for this tab, until it is sent or the person signs out. */
export function useDraft(conversationId: string): readonly [draft: string, set: Dispatch<SetStateAction<string>>] {
  const name = `acs.draft.${conversationId}`;
  const [draft, setDraft] = useState(() => sessionStorage.getItem(name) ?? '');
  useEffect(() => {
    if (draft === '') sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, draft);
  }, [name, draft]);
  return [draft, setDraft];
}
