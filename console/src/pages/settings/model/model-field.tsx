import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { given } from '../../../api/search-params.ts';
import { useSettled } from '../../../live/settled.ts';
import { useApi } from '../../../session/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { SuggestField } from '../../../ui/suggest-field.tsx';

interface Props {
  readonly value: string;
  readonly onChange: (model: string) => void;
  readonly hint?: ReactNode;
  readonly error: string | undefined;
  readonly required?: boolean;
}

/** A language model: any name, with suggestions. */
export function ModelField({ value, onChange, hint, error, required = false }: Props) {
  const api = useApi();
  const typed = useSettled(value.trim());
  // Without suggestions, any name can still be entered.
  const { data } = useQuery({
    queryKey: ['models', typed],
    queryFn: ({ signal }) => {
      // Names are searched without their provider.
      const query = given({ query: typed.split('/').at(-1)?.slice(0, 200), limit: 50 });
      return answerOf(api.GET('/api/v1/config/models/search', { params: { query }, signal }));
    },
    select: ({ items }) =>
      items.map(({ provider, name }) => ({ value: provider === null ? name : `${provider}/${name}` })),
    placeholderData: keepPreviousData,
  });
  return (
    <SuggestField
      error={error}
      hint={hint}
      label="Model"
      maxLength={500}
      onChange={onChange}
      required={required}
      spellCheck={false}
      suggestions={data ?? []}
      value={value}
    />
  );
}

/** Whether a key is set. Its value is never shown. */
export function KeyState({ isSet }: { readonly isSet: boolean }) {
  return <Badge tone={isSet ? 'good' : 'plain'}>{isSet ? 'Set' : 'Not set'}</Badge>;
}
