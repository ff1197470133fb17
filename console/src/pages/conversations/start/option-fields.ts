import type { StartDraft } from './start-draft.ts';

/** What a group of optional fields of a start works on. */
export interface OptionFields {
  readonly draft: StartDraft;
  readonly errors: Partial<Record<keyof StartDraft, string>>;
  readonly onChange: (changed: Partial<StartDraft>) => void;
}
