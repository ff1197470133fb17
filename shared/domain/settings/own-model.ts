import type { Json, JsonObject } from '../../contract/shapes/json.ts';
import { MASK } from '../../contract/shapes/mask.ts';
import type { OwnModel } from './choose-model.ts';
import { isObject } from './json-path.ts';
import { linkedModel } from './linked-model.ts';
import type { OwnerSettings } from './owner-settings.ts';
import { isSealed, sealedIn } from './sealed-json.ts';

/** The language model that an owner set. The owner may have set a part of it, or none. */
export function ownModel(settings: OwnerSettings): OwnModel {
  const llm = linkedModel(llmOf(settings), settings);
  return { model: textOf(llm.model), baseUrl: addressOf(llm), hasKey: sealedIn(llm.api_key) !== undefined };
}

/** The address of a model. An address with credentials in it is sealed, and shows as a mask. */
export function addressOf({ base_url: address }: JsonObject): string | null {
  return isSealed(address) ? MASK : textOf(address);
}

export function llmOf({ agent_settings: { llm } }: OwnerSettings): JsonObject {
  return isObject(llm) ? llm : {};
}

export function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
