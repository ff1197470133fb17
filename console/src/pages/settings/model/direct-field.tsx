import type { ComponentProps } from 'react';
import { DIRECT_SWITCH } from '../../../../../shared/presentation/starts.ts';
import { CheckboxField } from '../../../ui/fields.tsx';

type Props = Omit<ComponentProps<typeof CheckboxField>, 'label' | 'hint'>;

/** Lets agents call a model without the model broker of the service. */
export function DirectField(props: Props) {
  return (
    <CheckboxField
      hint="The API key is then in the sandbox, where programs can read it, and budgets do not apply to this model. Only needed for models that the service cannot call for agents, such as those of Amazon Bedrock."
      label={DIRECT_SWITCH}
      {...props}
    />
  );
}
