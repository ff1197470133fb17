import type { ModelDeps } from '../../settings/model-reader.ts';
import type { ModelCaller } from '../keys/model-caller.ts';
import { lacksKey } from '../upstream/missing-key.ts';
import { modelOfCaller } from '../upstream/model-of-caller.ts';
import { routeOf } from '../upstream/route-of.ts';
import type { CalledModel } from './call-model.ts';

/** Finds the current model of a conversation, and where its requests go. */
export function calledModel(deps: ModelDeps): (caller: ModelCaller) => Promise<CalledModel> {
  return async (caller) => {
    const { model, profile } = await modelOfCaller(caller, deps);
    const { apiKey, options = {}, secrets = [] } = model;
    const route = routeOf(model);
    return {
      route,
      lacksKey: lacksKey(model, route),
      model: model.model,
      profile,
      // A model on this machine has no price, by its URL.
      options: { ...options, base_url: model.baseUrl },
      secrets: apiKey === null ? secrets : [...new Set([apiKey, ...secrets])],
    };
  };
}
