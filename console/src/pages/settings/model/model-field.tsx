import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { given } from '../../../api/search-params.ts';
import { useSettled } from '../../../live/settled.ts';
import { useApi } from '../../../session/session.ts';
import { TextField } from '../../../ui/fields.tsx';

interface Props {
  readonly value: string;
  readonly onChange: (model: string) => void;
  readonly hint?: ReactNode;
  readonly error: string | undefined;
  readonly required?: boolean;
}

/** A language model: any name, with those on offer proposed while it is typed. */
export function ModelField({ value, onChange, hint, error, required = false }: Props) {
  const api = useApi();
  const list = useId();
  const typed = useSettled(value.trim());
  // Proposals only: without them, the name can be typed.
  const { data } = useQuery({
    queryKey: ['models', typed],
    queryFn: ({ signal }) => {
      // Names are searched for without their provider.
      const query = given({ query: typed.split('/').at(-1)?.slice(0, 200), limit: 50 });
      return answerOf(api.GET('/api/v1/config/models/search', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <TextField
        autoComplete="off"
        error={error}
        hint={hint}
        label="Model"
        list={list}
        maxLength={500}
        onChange={({ target }) => onChange(target.value)}
        required={required}
        spellCheck={false}
        value={value}
      />
      <datalist id={list}>
        {data?.items.map(({ provider, name }) => {
          const model = provider === null ? name : `${provider}/${name}`;
          return <option key={model} value={model} />;
        })}
      </datalist>
    </>
  );
}
