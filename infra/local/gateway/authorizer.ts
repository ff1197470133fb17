import * as z from 'zod';
import type { Functions } from '../lambda/functions.ts';
import type { Exchange } from './exchange.ts';
import { GatewayFailure } from './gateway-failure.ts';
import type { AuthorizerSettings } from './integration.ts';
import { authorizerEventOf } from './proxy-event.ts';

const oneOrMore = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (Array.isArray(value) ? value : [value]));
const Statement = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore,
  Resource: oneOrMore,
});

/** The policy that a Lambda authorizer returns. Conditions are refused, because they are not evaluated here. */
const AuthorizerPolicy = z.object({
  Version: z.string().optional(),
  Statement: z.union([z.array(Statement), Statement.transform((statement) => [statement])]),
});
type AuthorizerPolicy = z.infer<typeof AuthorizerPolicy>;

const AuthorizerResult = z.object({
  principalId: z.string(),
  policyDocument: AuthorizerPolicy,
  // Values cannot be lists or objects.
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullish(),
});

/** Invokes the authorizer function for every call of the API. */
export class Authorizer {
  readonly #settings: AuthorizerSettings;
  readonly #functions: Pick<Functions, 'invoke'>;

  constructor(settings: AuthorizerSettings, functions: Pick<Functions, 'invoke'>) {
    this.#settings = settings;
    this.#functions = functions;
  }

  /** The values for `requestContext.authorizer`. @throws GatewayFailure 401, 403, or 500 for a faulty authorizer */
  async authorize(exchange: Exchange): Promise<Readonly<Record<string, unknown>>> {
    const methodArn = methodArnOf(exchange);
    const startedAt = Date.now();
    const { principalId, policyDocument, context } = await this.#ask(authorizerEventOf(exchange, methodArn));
    const decision = decide(policyDocument, methodArn);
    if (decision === 'allow') {
      const strings = Object.entries(context ?? {}).map(([name, value]) => [
        name,
        value === null ? null : String(value),
      ]);
      return { ...Object.fromEntries(strings), principalId, integrationLatency: Date.now() - startedAt };
    }
    const message = 'User is not authorized to access this resource';
    throw new GatewayFailure(
      'ACCESS_DENIED',
      decision === 'explicit deny' ? `${message} with an explicit deny` : message,
    );
  }

  async #ask(event: unknown): Promise<z.output<typeof AuthorizerResult>> {
    const { functionName } = this.#settings;
    const result = AuthorizerResult.safeParse(await this.#invoke(functionName, event));
    if (result.success) return result.data;
    throw configurationError(`${functionName} returned no valid policy: ${z.prettifyError(result.error)}`);
  }

  async #invoke(functionName: string, event: unknown): Promise<unknown> {
    const { payload, functionError } = await this.#functions.invoke(functionName, event).catch((cause: unknown) => {
      throw configurationError(`${functionName} could not be invoked: ${String(cause)}`);
    });
    if (!functionError) return payload;
    if (functionError.errorMessage === 'Unauthorized') throw new GatewayFailure('UNAUTHORIZED', 'Unauthorized');
    const reason = `${functionName} failed: ${functionError.errorType}: ${functionError.errorMessage}`;
    throw new GatewayFailure('AUTHORIZER_FAILURE', null, { reason });
  }
}

function configurationError(reason: string): GatewayFailure {
  return new GatewayFailure('AUTHORIZER_CONFIGURATION_ERROR', null, { reason });
}

function methodArnOf({ api, request }: Exchange): string {
  const { region, accountId, id, stage } = api;
  return `arn:aws:execute-api:${region}:${accountId}:${id}/${stage}/${request.method}${request.path}`;
}

/** Evaluates a policy for a method: an explicit deny wins, and no match is an implicit deny. */
function decide(policy: AuthorizerPolicy, methodArn: string): 'allow' | 'explicit deny' | 'implicit deny' {
  const matching = policy.Statement.filter(
    ({ Action, Resource }) =>
      Action.some((action) => matches(action.toLowerCase(), 'execute-api:invoke')) &&
      Resource.some((resource) => matches(resource, methodArn)),
  );
  if (matching.some(({ Effect }) => Effect === 'Deny')) return 'explicit deny';
  return matching.length > 0 ? 'allow' : 'implicit deny';
}

/** `*` matches any text, including slashes; `?` matches one character. */
function matches(pattern: string, text: string): boolean {
  if (pattern === '*') return true;
  if (!/[*?]/.test(pattern)) return pattern === text;
  const source = pattern
    .split(/([*?])/)
    .map((part) => (part === '*' ? '.*' : part === '?' ? '.' : part.replace(/[.+^${}()|[\]\\]/g, '\\$&')))
    .join('');
  return new RegExp(`^${source}$`, 's').test(text);
}
