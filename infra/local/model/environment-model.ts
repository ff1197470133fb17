import { defaults } from '../../settings/defaults.ts';
import { UserError } from '../terminal/user-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The language model of the deployment, from the environment of `npm start`. */
export interface EnvironmentModel {
  readonly model: string;
  readonly baseUrl: string | undefined;
  /** Undefined for a model that needs none. */
  readonly key: string | undefined;
  /** The variable with the key, for people. */
  readonly keyFrom: string | undefined;
}

/** Keys of providers by the first part of a model's name, with the model that a key alone chooses. */
const providers = [
  { provider: 'anthropic', variable: 'ANTHROPIC_API_KEY', model: defaults.local.llmModel },
  { provider: 'openai', variable: 'OPENAI_API_KEY', model: 'openai/gpt-5.5' },
] as const;

/**
 * The model that `LLM_MODEL`, `LLM_BASE_URL` and `LLM_API_KEY` name, or that the key of a provider chooses. A
 * provider's key goes to the models of this provider alone, and never to another base URL.
 *
 * @returns undefined when none of the variables is set
 * @throws UserError for a value that cannot be meant
 */
export function environmentModel(environment: Environment): EnvironmentModel | undefined {
  const [named, baseUrl, key] = ['LLM_MODEL', 'LLM_BASE_URL', 'LLM_API_KEY'].map((name) => textIn(environment, name));
  if (baseUrl !== undefined && !/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? ''))
    throw new UserError('LLM_BASE_URL must be a URL that begins with http:// or https://.');
  if (baseUrl !== undefined && named === undefined)
    throw new UserError('LLM_BASE_URL needs LLM_MODEL too, the name of the model there, such as openai/qwen3.');
  if (key !== undefined) {
    const model = named ?? defaults.local.llmModel;
    return { model, baseUrl, key, keyFrom: 'LLM_API_KEY' };
  }
  const known = providers.find(
    ({ provider, variable }) =>
      baseUrl === undefined &&
      textIn(environment, variable) !== undefined &&
      (named === undefined || named.startsWith(`${provider}/`)),
  );
  if (known) {
    const { variable, model } = known;
    return { model: named ?? model, baseUrl, key: textIn(environment, variable), keyFrom: variable };
  }
  return named === undefined ? undefined : { model: named, baseUrl, key: undefined, keyFrom: undefined };
}

/** Keys come from files and clipboards, with line breaks around them. An empty variable is not set. */
function textIn(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim();
  if (value && /[\s\p{Cc}]/u.test(value)) throw new UserError(`${name} must not contain spaces or line breaks.`);
  return value || undefined;
}

/** The secret with the key of the environment, which exists only in the memory of this process. */
const KEY_ARN = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:npm-start/language-model-enviro';

/** The settings of the stage that name the model. */
export function settingsOf(given: EnvironmentModel | undefined): Readonly<Record<string, string>> {
  if (!given) return {};
  const { model, baseUrl, key } = given;
  return {
    llmModel: model,
    ...(baseUrl === undefined ? {} : { llmBaseUrl: baseUrl }),
    ...(key === undefined ? {} : { llmApiKeySecretArn: KEY_ARN }),
  };
}

/** The key by the ARN of its secret. */
export function secretsOf(given: EnvironmentModel | undefined): Readonly<Record<string, string>> {
  return given?.key === undefined ? {} : { [KEY_ARN]: given.key };
}
