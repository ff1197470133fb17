import { useMachine } from '../../../data/machine.ts';
import { Button } from '../../../ui/button.tsx';
import type { ModelDraft } from './model-draft.ts';

interface Props {
  readonly onChange: (change: Partial<ModelDraft>) => void;
}

/** Programs on this machine ignore the key, but agents send none of a provider to them if they have this one. */
const ANY_KEY = 'local';

/** The language models that programs of this machine serve, for the form. Nothing without any. */
export function MachineModels({ onChange }: Props) {
  const { data } = useMachine();
  const models = data?.models ?? [];
  if (models.length === 0) return null;
  return (
    <div className="grid gap-2">
      <p className="text-ink-soft text-sm">Models on this machine, which need no key:</p>
      <div className="flex flex-wrap gap-2">
        {models.map(({ program, model, base_url: baseUrl }) => (
          <Button
            key={`${baseUrl} ${model}`}
            onClick={() => onChange({ model, baseUrl, apiKey: ANY_KEY })}
          >{`${model.replace(/^openai\//, '')} (${program})`}</Button>
        ))}
      </div>
    </div>
  );
}
