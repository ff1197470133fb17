import { type ComponentProps, useId } from 'react';
import { TextField } from './fields.tsx';

interface Props extends ComponentProps<typeof TextField> {
  readonly suggestions: readonly string[];
}

/** A text with suggestions, of which none has to be taken. The browser's own list: every reader and phone knows it. */
export function SuggestField({ suggestions, ...rest }: Props) {
  const id = useId();
  return (
    <div>
      <TextField autoComplete="off" list={id} {...rest} />
      <datalist id={id}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </div>
  );
}
