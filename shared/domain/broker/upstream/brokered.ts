import type { StartModel } from '../../settings/start-settings.ts';
import { optionsOfAgents } from './options.ts';
import { gateways } from './providers.ts';
import type { BrokeredRoute } from './route.ts';
import { namesOf } from './route-of.ts';

/** What an agent gets in the place of a provider's URL and key. */
export interface BrokerAccess {
  /** The URL of the service, without a slash at the end. */
  readonly address: string;
  /** The model key of the conversation. */
  readonly key: string;
}

/** Finds what an agent has to be told of the price of its model. */
export type PriceForAgent = (model: StartModel, agentFindsIt: boolean) => Readonly<Record<string, number>> | undefined;

/**
 * The model that an agent gets: the broker's address, the conversation's key, and a name with which agents use the
 * interface of the provider's family. No secret and no address of the owner is in it. `model_canonical_name` tells
 * agents the abilities of the model: images, caching, its context window.
 */
export function brokered(
  model: StartModel,
  route: BrokeredRoute,
  { address, key }: BrokerAccess,
  priceOf: PriceForAgent,
): StartModel {
  const isAnthropic = route.family === 'anthropic';
  const canonical = isAnthropic ? undefined : canonicalName(model);
  const options = {
    ...(canonical === undefined ? {} : { model_canonical_name: canonical }),
    ...priceOf(model, canonical === undefined),
    ...optionsOfAgents(model),
  };
  return {
    model: `${isAnthropic ? 'anthropic' : 'openai'}/${route.modelName}`,
    baseUrl: isAnthropic ? `${address}/llm` : `${address}/llm/v1`,
    apiKey: key,
    options,
    isBrokered: true,
  };
}

/** Undefined if the name of the agent's model says the same. Agents would ask gateways by their names. */
function canonicalName(model: StartModel): string | undefined {
  const { provider, name } = namesOf(model);
  if (provider === undefined || provider === 'openai') return undefined;
  return gateways.has(provider) ? name : `${provider}/${name}`;
}
