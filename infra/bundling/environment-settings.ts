type Environment = Readonly<Record<string, string | undefined>>;

/** Where a setting of the SDK's clients is looked for. The SDK also tells how to find it in a profile, which is not used here. */
interface Setting<T> {
  readonly environmentVariableSelector: (environment: Environment, context: Context) => T | undefined;
  readonly default: T | (() => T | Promise<T>);
}

interface Context {
  readonly signingName?: string | undefined;
  readonly logger?: unknown;
}

/**
 * Stands in for `loadConfig` of `@smithy/core` in every bundle. A Lambda has its settings in its environment: the SDK would also look for each of them in two files
 * that are not there, and make an error with a stack of each miss, for every setting of every client (5 % of a cold start).
 *
 * @throws when a variable holds what the setting cannot be, where the SDK would take the default.
 */
export function loadConfig<T>({ environmentVariableSelector, default: fallback }: Setting<T>, context: Context = {}) {
  let found: { readonly value: T } | undefined;
  return async (): Promise<T> => {
    found ??= { value: environmentVariableSelector(process.env, context) ?? (await defaultOf(fallback)) };
    return found.value;
  };
}

async function defaultOf<T>(fallback: Setting<T>['default']): Promise<T> {
  // A setting whose values are functions does not exist: the SDK asks the same question.
  return typeof fallback === 'function' ? (fallback as () => T | Promise<T>)() : fallback;
}
