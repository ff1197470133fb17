import type { AgentDraft } from './agent-draft.ts';

/** What a group of fields of the form works on. */
export interface AgentFields {
  readonly draft: AgentDraft;
  readonly errors: Partial<Record<keyof AgentDraft, string>>;
  readonly onChange: (change: Partial<AgentDraft>) => void;
}
