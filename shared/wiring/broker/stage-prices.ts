import { StagePrices } from '../../contract/shapes/model-prices.ts';
import { optionalEnv } from '../../platform/env.ts';

/** The prices of models that the operator has set. */
export const stagePrices = (): StagePrices => StagePrices.parse(JSON.parse(optionalEnv('MODEL_PRICES') ?? '{}'));
