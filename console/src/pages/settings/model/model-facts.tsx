import { count } from '../../../../../shared/presentation/money.ts';
import { DIRECT_SWITCH } from '../../../../../shared/presentation/starts.ts';
import type { Settings } from '../../../api/shapes.ts';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { isDirect } from './model-draft.ts';
import { KeyState } from './model-field.tsx';

/** The settings for read-only keys. */
export function ModelFacts({ settings }: { readonly settings: Settings }) {
  const asks = settings.security_analyzer === 'llm' ? 'Before risky actions' : 'Before each action';
  const events = settings.condenser_max_size;
  const model = <span className="break-all font-mono">{settings.llm_model}</span>;
  const key = <KeyState isSet={settings.llm_api_key_set} />;
  return (
    <div className="grid gap-5">
      <Card title="Language model">
        <Facts
          facts={[
            ['Model', model],
            ['Base URL', settings.llm_base_url ?? 'Default'],
            ['API key', key],
            [DIRECT_SWITCH, isDirect(settings) ? 'Yes' : 'No'],
          ]}
        />
      </Card>
      <Card title="Agent behaviour">
        <Facts
          facts={[
            ['Maximum steps', count(settings.max_iterations)],
            ['Confirmation', settings.confirmation_mode ? asks : 'Never'],
            ['Summarise long conversations', settings.enable_default_condenser ? 'Yes' : 'No'],
            ['Events before a summary', events === null ? 'Default' : count(events)],
          ]}
        />
      </Card>
    </div>
  );
}
