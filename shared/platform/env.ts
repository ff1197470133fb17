/** The only reader of the environment in Lambda code. @throws when the variable is missing or empty */
export function requireEnv(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`environment variable ${name} is not set`);
  return value;
}

/** An optional setting. */
export function optionalEnv(name: string): string | undefined {
  return process.env[name] || undefined;
}

/** A comma-separated list; an empty variable is an error, as with `requireEnv`. */
export function requireEnvList(name: string): readonly string[] {
  return requireEnv(name)
    .split(',')
    .map((part) => part.trim());
}

/** @throws when the variable is not a number above 0 */
export function requireEnvRate(name: string): number {
  const text = requireEnv(name);
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new Error(`environment variable ${name} is '${text}', not a rate`);
  return value;
}

/** @throws when the variable is not a whole number */
export function requireEnvInteger(name: string): number {
  const text = requireEnv(name);
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`environment variable ${name} is '${text}', not a whole number`);
  return value;
}
