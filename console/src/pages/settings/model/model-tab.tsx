import { useCan } from '../../../session/session.ts';
import { QueryStates } from '../../../ui/query-states.tsx';
import { useSettings } from '../settings-query.ts';
import { ModelFacts } from './model-facts.tsx';
import { ModelForm } from './model-form.tsx';

/** The language model of conversations, and how their agents work. */
export function ModelTab() {
  const can = useCan();
  const settings = useSettings();
  return (
    <QueryStates query={settings}>
      {(stored) => (can('POST /api/v1/settings') ? <ModelForm settings={stored} /> : <ModelFacts settings={stored} />)}
    </QueryStates>
  );
}
