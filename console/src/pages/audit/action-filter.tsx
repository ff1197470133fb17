import { useState } from 'react';
import { SuggestField } from '../../ui/suggest-field.tsx';

interface Props {
  /** The action that is filtered by, as the address has it. */
  readonly action: string | undefined;
  /** Those of the entries that are shown. */
  readonly actions: readonly string[];
}

/** The filter by an action, with those on the page suggested. Give it the filtered action as its key. */
export function ActionFilter({ action = '', actions }: Props) {
  const [value, setValue] = useState(action);
  const suggestions = [...new Set(actions)].filter((one) => one.includes(value.trim())).sort();
  return (
    <SuggestField
      label="Action"
      name="action"
      onChange={setValue}
      placeholder="create-key"
      suggestions={suggestions.map((one) => ({ value: one }))}
      value={value}
    />
  );
}
