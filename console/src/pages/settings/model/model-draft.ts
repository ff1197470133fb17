import { given } from '../../../api/search-params.ts';
import type { Settings, SettingsUpdate } from '../../../api/shapes.ts';

/** The values of the form. Keys are empty: the service never returns them. */
export interface ModelDraft {
  readonly model: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Whether agents call the model themselves. */
  readonly isDirect: boolean;
  readonly maxIterations: string;
  readonly confirms: boolean;
  readonly analyzer: string;
  readonly condenses: boolean;
  readonly condenserSize: string;
}

export function draftOf(settings: Settings): ModelDraft {
  return {
    model: settings.llm_model,
    baseUrl: settings.llm_base_url ?? '',
    apiKey: '',
    isDirect: isDirect(settings),
    maxIterations: String(settings.max_iterations),
    confirms: settings.confirmation_mode,
    analyzer: settings.security_analyzer ?? 'none',
    condenses: settings.enable_default_condenser,
    condenserSize: String(settings.condenser_max_size ?? ''),
  };
}

/** Whether agents call the model of the settings without the model broker. */
export function isDirect({ agent_settings: { llm } }: Pick<Settings, 'agent_settings'>): boolean {
  return typeof llm === 'object' && llm !== null && 'direct' in llm && llm.direct === true;
}

/** The changed fields. */
export function editsOf(stored: ModelDraft, draft: ModelDraft): Partial<ModelDraft> {
  const names = Object.keys(stored) as (keyof ModelDraft)[];
  return Object.fromEntries(names.filter((name) => stored[name] !== draft[name]).map((name) => [name, draft[name]]));
}

/** The request that stores only these changes. An emptied field is removed. */
export function updateOf(edits: Partial<ModelDraft>): SettingsUpdate {
  const llm = some({
    model: textOrNull(edits.model),
    base_url: textOrNull(edits.baseUrl),
    api_key: textOrNull(edits.apiKey),
    direct: edits.isDirect,
  });
  const condenser = some({ enabled: edits.condenses, max_size: numberOrNull(edits.condenserSize) });
  const agent = some({ llm, condenser });
  const conversation = some({
    max_iterations: numberOrNull(edits.maxIterations),
    confirmation_mode: edits.confirms,
    security_analyzer: edits.analyzer,
  });
  return given({ agent_settings_diff: agent, conversation_settings_diff: conversation });
}

const textOrNull = (text: string | undefined) => (text === undefined ? undefined : text.trim() || null);

function numberOrNull(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  return text.trim() === '' ? null : Number(text);
}

/** The fields that are set; undefined if none is. */
function some<T extends object>(fields: T) {
  const present = given(fields);
  return Object.keys(present).length === 0 ? undefined : present;
}
