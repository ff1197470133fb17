import { UserError } from '../local/terminal/user-error.ts';
import type { RegistryCredentials } from './registry-session.ts';

/** For an image that is not public. */
export function sourceCredentials(): RegistryCredentials | undefined {
  const { REGISTRY_USERNAME: username, REGISTRY_PASSWORD: password } = process.env;
  return username && password ? { username, password } : undefined;
}

/** Runs a command. What the person at the terminal can correct is one sentence; anything else shows its stack. */
export async function runCommand(command: () => Promise<void>, usage: string): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(sentenceOf(error, usage) ?? error);
    process.exitCode = 1;
  }
}

function sentenceOf(error: unknown, usage: string): string | undefined {
  if (error instanceof UserError) return error.message;
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) return `${error.message}\n\n${usage}`;
  if (error.name === 'AccessDeniedException') return `ECR refused the call: ${error.message} See docs/deploy.md.`;
  if (/^(CredentialsProviderError|ExpiredTokenException|UnrecognizedClientException)$/.test(error.name)) {
    return `Your AWS credentials cannot be used: ${error.message}`;
  }
  if (error.message.startsWith('Region is missing')) return 'Name the Region of the registry: set AWS_REGION.';
  // A registry that cannot be reached, by its name or at all.
  if (error.message === 'fetch failed' && error.cause instanceof Error) {
    return `The registry cannot be reached: ${error.cause.message}`;
  }
  return undefined;
}
