import type { Json, JsonObject } from '../contract/json.ts';
import type { OwnModel } from './choose-model.ts';
import type { OwnerSettings } from './owner-settings.ts';
import { isObject, sealedIn } from './sealed-json.ts';

/** The language model that an owner set, as far as they did. */
export function ownModel(settings: OwnerSettings): OwnModel {
  const llm = llmOf(settings);
  return { model: textOf(llm.model), baseUrl: textOf(llm.base_url), hasKey: sealedIn(llm.api_key) !== undefined };
}

export function llmOf({ agent_settings: { llm } }: OwnerSettings): JsonObject {
  return isObject(llm) ? llm : {};
}

export function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
