import * as z from 'zod';
import type { StagePrice, StagePrices } from '../../../contract/shapes/model-prices.ts';
import { freeModel, type ModelPrice, UNKNOWN_BOUNDS } from './model-price.ts';
import type { PriceRow } from './price-rows.ts';
import { modelPriceTables } from './price-tables.ts';

const tokens = z.int().min(1).max(100_000_000);

/** The fields of a language model in the settings of an owner, as the agent's SDK names them. In US dollars a token. */
const OwnPrice = z.object({
  input_cost_per_token: z.number().min(0).max(1),
  output_cost_per_token: z.number().min(0).max(1),
});
const OwnBounds = z.object({
  max_input_tokens: tokens.nullish().catch(null),
  base_url: z.string().nullish().catch(null),
  ollama_base_url: z.string().nullish().catch(null),
});

interface PricedModel {
  readonly model: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/**
 * The price of a model: that in the owner's settings, or else that of the stage, or else the list price at this time.
 * A model on the same machine has none to pay.
 *
 * @returns null for a model without a price
 */
export function findModelPrice({ model, options }: PricedModel, stage: StagePrices, now: Date): ModelPrice | null {
  const listed = isOnThisMachine(model, options) ? freeModel : listPriceOf(model, now);
  const own = OwnPrice.safeParse(options).data;
  if (own) return ownPrice(own, options, listed);
  const ofStage = ofStageIn(stage, model);
  return ofStage ? stagePrice(ofStage, listed) : listed;
}

/** The price of a model for its agent, as fields of its settings. */
type AgentPrice = z.output<typeof OwnPrice>;

/**
 * What agents do not know of the price of a model, so that the cost that they report is not 0: they cannot find the
 * list price by the name that they get for a model of other providers, and know no price of the stage. Undefined where
 * they find the price themselves, which is more exact, as it has prices of caches.
 */
export function priceForAgent(
  { model, options }: PricedModel,
  stage: StagePrices,
  now: Date,
  agentFindsIt: boolean,
): AgentPrice | undefined {
  if (OwnPrice.safeParse(options).success) return undefined;
  if (agentFindsIt && !ofStageIn(stage, model)) return undefined;
  const price = findModelPrice({ model, options }, stage, now);
  return price === null
    ? undefined
    : { input_cost_per_token: usdOf(price.input), output_cost_per_token: usdOf(price.output) };
}

/** A whole number of pico-USD, without the digits that a division can add. */
function usdOf(pico: number): number {
  return Number(`${pico}e-12`);
}

function ofStageIn(stage: StagePrices, model: string): z.output<typeof StagePrice> | undefined {
  const name = namesOf(model).find((known) => Object.hasOwn(stage, known));
  return name === undefined ? undefined : stage[name];
}

const localProviders = ['ollama/', 'ollama_chat/', 'lm_studio/', 'llamafile/'];
const localHosts = ['localhost', '127.0.0.1', '[::1]', 'host.docker.internal'];

function isOnThisMachine(model: string, options: PricedModel['options']): boolean {
  const { base_url: baseUrl, ollama_base_url: ollamaUrl } = OwnBounds.safeParse(options).data ?? {};
  const url = baseUrl ?? ollamaUrl;
  if (typeof url === 'string') return URL.canParse(url) && localHosts.includes(new URL(url).hostname);
  return localProviders.some((provider) => model.startsWith(provider));
}

function ownPrice(own: z.output<typeof OwnPrice>, options: PricedModel['options'], listed: ModelPrice | null) {
  const input = Math.round(own.input_cost_per_token * 1e12);
  const output = Math.round(own.output_cost_per_token * 1e12);
  const { contextTokens: known } = boundsOf(listed);
  const limit = OwnBounds.safeParse(options).data?.max_input_tokens ?? known;
  // Agents keep to a smaller limit of their owner, but nothing makes them. Providers keep to theirs.
  const contextTokens = listed === null ? limit : Math.max(limit, known);
  return { input, cacheRead: input, cacheWrite: input, output, longer: null, ...boundsOf(listed), contextTokens };
}

function stagePrice(price: z.output<typeof StagePrice>, listed: ModelPrice | null): ModelPrice {
  const bounds = boundsOf(listed);
  return {
    ...perToken([price.input, price.cache_read ?? price.input, price.cache_write ?? price.input, price.output]),
    longer: null,
    contextTokens: price.context_tokens ?? bounds.contextTokens,
    outputTokens: price.output_tokens ?? bounds.outputTokens,
  };
}

function boundsOf(listed: ModelPrice | null): Pick<ModelPrice, 'contextTokens' | 'outputTokens'> {
  const { contextTokens, outputTokens } = listed ?? UNKNOWN_BOUNDS;
  return { contextTokens, outputTokens };
}

/** The list price of a model; null for an unknown one. */
function listPriceOf(model: string, now: Date): ModelPrice | null {
  const time = now.toISOString();
  const table = modelPriceTables.findLast(({ effectiveFrom }) => effectiveFrom <= time) ?? modelPriceTables[0];
  const [row] = namesOf(model).flatMap((name) => (Object.hasOwn(table.rows, name) ? [table.rows[name]] : []));
  return row ? priceOf(row) : null;
}

/** The names under which a model can be listed: as it is, or with the provider that a bare name means. */
function namesOf(model: string): readonly string[] {
  return model.includes('/') ? [model] : [model, `openai/${model}`, `anthropic/${model}`, `gemini/${model}`];
}

function priceOf([input, cacheRead, cacheWrite, output, contextTokens, outputTokens, longer]: PriceRow): ModelPrice {
  const more = longer && { over: longer[0], ...perToken([longer[1], longer[2], longer[3], longer[4]]) };
  return { ...perToken([input, cacheRead, cacheWrite, output]), longer: more ?? null, contextTokens, outputTokens };
}

/** A millionth of a dollar per million tokens is a millionth of a millionth per token. */
function perToken([input, cacheRead, cacheWrite, output]: readonly [number, number, number, number]) {
  const pico = (usd: number) => Math.round(usd * 1_000_000);
  return { input: pico(input), cacheRead: pico(cacheRead), cacheWrite: pico(cacheWrite), output: pico(output) };
}
