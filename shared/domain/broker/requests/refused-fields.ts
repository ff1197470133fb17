import { isDeepStrictEqual } from 'node:util';
import { AppError, fieldError } from '../../../platform/errors.ts';
import type { ModelInterface } from '../calls/model-call.ts';
import { audioFaults, type Body, type Fault, toolFaults } from './refused-parts.ts';

const otherModel = 'The model is the one of the conversation. Remove this field.';
const otherAddress = 'The address and the key are those of the model profile. Remove this field.';
const otherPrice = 'The price depends on this, and the service does not know it. Remove this field.';
const provider = 'The provider would run this itself, at a price that the service does not know. Remove this field.';
const audio = 'Audio has prices that the service does not know. Remove it.';
const later = 'The service cannot count what a request costs that ends later. Remove this field.';

/**
 * Fields that would make a provider spend money on something else than the tokens of the conversation's model, or send
 * the request elsewhere. Some are of gateways and of providers that route requests to others.
 */
const refused: Readonly<Record<string, string>> = {
  api_base: otherAddress,
  api_key: otherAddress,
  base_url: otherAddress,
  custom_llm_provider: otherAddress,
  litellm_credential_name: otherAddress,
  agent: otherModel,
  agent_reference: otherModel,
  compound_custom: otherModel,
  content_policy_fallbacks: otherModel,
  context_window_fallbacks: otherModel,
  fallbacks: otherModel,
  model_list: otherModel,
  models: otherModel,
  preset: otherModel,
  user_config: otherModel,
  provider: otherPrice,
  providerOptions: otherPrice,
  plugins: provider,
  enable_search: provider,
  search_parameters: provider,
  web_search_options: provider,
  data_sources: provider,
  mcp_servers: provider,
  container: provider,
  audio,
  background: later,
  deferred: later,
};

/** Values that cost the price of the model, or less. */
const priced: Readonly<Record<string, RegExp>> = {
  service_tier: /^(?:auto|default|standard|standard_only|flex|scale|on_demand)$/,
  speed: /^standard$/,
  inference_geo: /^(?:global|not_available)$/,
};

const pricier = 'This costs more than the price of the model. Remove this field.';

/**
 * @param own fields that the owner has chosen for all requests to the model. The agent sends them, and they are allowed
 * @throws AppError `malformed_request` that names all such fields
 */
export function refuseOtherCosts(kind: ModelInterface, whole: Body, own: Body = {}): void {
  const isOwn = (name: string, value: unknown) => Object.hasOwn(own, name) && isDeepStrictEqual(own[name], value);
  const body: Body = Object.fromEntries(Object.entries(whole).filter(([name, value]) => !isOwn(name, value)));
  const faults = [
    ...Object.entries(refused).flatMap(([name, msg]) => (isUsed(body[name]) ? [{ path: [name], msg }] : [])),
    ...Object.entries(priced).flatMap(([name, allowed]) => priceFaults(name, body[name], allowed)),
    ...modalityFaults(body),
    ...audioFaults(kind, body, audio),
    ...toolFaults(kind, body),
  ];
  const [first] = faults;
  if (!first) return;
  const errors = faults.slice(0, MAX_FAULTS).map(({ path, msg }) => fieldError('body', path, msg, 'not_allowed'));
  throw new AppError('malformed_request', `body.${first.path.join('.')}: ${first.msg}`, { extensions: { errors } });
}

const MAX_FAULTS = 100;

function priceFaults(name: string, value: unknown, allowed: RegExp): Fault[] {
  return !isUsed(value) || (typeof value === 'string' && allowed.test(value)) ? [] : [{ path: [name], msg: pricier }];
}

function modalityFaults({ modalities }: Body): Fault[] {
  const isText = !Array.isArray(modalities) || modalities.every((one) => one === 'text');
  return isText ? [] : [{ path: ['modalities'], msg: 'Only texts have prices that the service knows. Remove others.' }];
}

function isUsed(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return false;
  return !(Array.isArray(value) && value.length === 0);
}
