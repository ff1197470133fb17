import type { ModelDraft } from './model-draft.ts';

/** What a group of fields of the form works on. */
export interface FieldsOfForm {
  readonly draft: ModelDraft;
  /** By the names of the request. */
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<ModelDraft>) => void;
}
