import { AppError } from '../../../platform/errors.ts';
import type { StartModel } from '../../settings/start-settings.ts';
import type { ModelRoute } from './route.ts';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Whether a provider would refuse a request because the model has no key. At a URL of its owner, and on the same
 * machine, a model can work without one.
 */
export function lacksKey({ baseUrl }: Pick<StartModel, 'baseUrl'>, route: ModelRoute): boolean {
  if (route.kind === 'direct' || route.apiKey !== null || baseUrl !== null) return false;
  return Object.keys(route.headers).length === 0 && !LOOPBACK.test(new URL(route.baseUrl).hostname);
}

/** The refusal that agents show to people, in the place of the provider's. */
export function keyMissing(model: string, consoleUrl: string | undefined): AppError {
  const where = consoleUrl === undefined ? 'with POST /api/v1/settings' : `at ${consoleUrl}/settings`;
  const local = 'On a local service, ANTHROPIC_API_KEY or OPENAI_API_KEY in the environment of `npm start` works too.';
  return new AppError(
    'model_key_missing',
    `The language model ${model} has no API key. Save one ${where}, then send the message again. ${local}`,
  );
}
