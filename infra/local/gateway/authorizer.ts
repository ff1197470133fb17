import * as z from 'zod';
import type { Functions } from '../lambda/functions.ts';
import { AuthorizerPolicy, decide } from './authorizer-policy.ts';
import type { AuthorizerSettings } from './authorizer-settings.ts';
import type { Exchange } from './exchange.ts';
import { GatewayFailure } from './gateway-failure.ts';
import { mappedValue } from './mapping.ts';
import { authorizerEventOf } from './proxy-event.ts';
import { requestContextOf } from './request-context.ts';

const AuthorizerResult = z.object({
  principalId: z.string(),
  policyDocument: AuthorizerPolicy,
  // Lists and objects are not allowed as values.
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullish(),
});

/** The kept part of a call: its policy is evaluated for each request, which may have another method. */
interface AuthorizerAnswer {
  readonly policy: AuthorizerPolicy;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Most identities that are remembered at once. */
const cacheLimit = 10_000;

/** A Lambda authorizer of the API. */
export class Authorizer {
  readonly #settings: AuthorizerSettings;
  readonly #functions: Pick<Functions, 'invoke'>;
  readonly #cache = new Map<string, { readonly answer: AuthorizerAnswer; readonly expiresAt: number }>();

  constructor(settings: AuthorizerSettings, functions: Pick<Functions, 'invoke'>) {
    this.#settings = settings;
    this.#functions = functions;
  }

  /** The values for `requestContext.authorizer`. @throws GatewayFailure 401, 403, or 500 for a faulty authorizer */
  async authorize(exchange: Exchange): Promise<Readonly<Record<string, unknown>>> {
    const methodArn = methodArnOf(exchange);
    const identity = this.#identityOf(exchange);
    const { policy, values } = this.#remembered(identity) ?? (await this.#ask(exchange, methodArn, identity));
    const decision = decide(policy, methodArn);
    if (decision === 'allow') return values;
    const message = 'User is not authorized to access this resource';
    throw new GatewayFailure(
      'ACCESS_DENIED',
      decision === 'explicit deny' ? `${message} with an explicit deny` : message,
    );
  }

  /** Undefined when nothing may be remembered. A missing but required identity is a 401 without a call. */
  #identityOf(exchange: Exchange): readonly string[] | undefined {
    const { type, ttlSeconds, identitySources, tokenPattern } = this.#settings;
    if (type === 'REQUEST' && ttlSeconds === 0) return undefined;
    const context = requestContextOf(exchange);
    const values = identitySources.map((source) => mappedValue(source, exchange, context) ?? '');
    if (values.includes('') || (tokenPattern && !tokenPattern.test(values[0] ?? ''))) throw unauthorized();
    return values;
  }

  #remembered(identity: readonly string[] | undefined): AuthorizerAnswer | undefined {
    const entry = identity && this.#cache.get(JSON.stringify(identity));
    return entry && entry.expiresAt > Date.now() ? entry.answer : undefined;
  }

  async #ask(
    exchange: Exchange,
    methodArn: string,
    identity: readonly string[] | undefined,
  ): Promise<AuthorizerAnswer> {
    const { type, functionName, ttlSeconds } = this.#settings;
    const event =
      type === 'TOKEN'
        ? { type, methodArn, authorizationToken: identity?.[0] }
        : authorizerEventOf(exchange, methodArn);
    const startedAt = Date.now();
    const payload = await this.#invoke(functionName, event);
    const result = AuthorizerResult.safeParse(payload);
    if (!result.success) {
      throw configurationError(`${functionName} answered no valid policy: ${z.prettifyError(result.error)}`);
    }
    const { principalId, policyDocument, context } = result.data;
    const stringified = Object.entries(context ?? {}).map(([name, value]) => [
      name,
      value === null ? null : String(value),
    ]);
    const answer = {
      policy: policyDocument,
      values: { ...Object.fromEntries(stringified), principalId, integrationLatency: Date.now() - startedAt },
    };
    if (identity && ttlSeconds > 0) this.#remember(identity, answer);
    return answer;
  }

  async #invoke(functionName: string, event: unknown): Promise<unknown> {
    const { payload, functionError } = await this.#functions.invoke(functionName, event).catch((cause: unknown) => {
      throw configurationError(`${functionName} could not be invoked: ${String(cause)}`);
    });
    if (!functionError) return payload;
    if (functionError.errorMessage === 'Unauthorized') throw unauthorized();
    const reason = `${functionName} failed: ${functionError.errorType}: ${functionError.errorMessage}`;
    throw new GatewayFailure('AUTHORIZER_FAILURE', null, { reason });
  }

  #remember(identity: readonly string[], answer: AuthorizerAnswer): void {
    if (this.#cache.size >= cacheLimit) this.#cache.clear();
    const expiresAt = Date.now() + this.#settings.ttlSeconds * 1000;
    this.#cache.set(JSON.stringify(identity), { answer, expiresAt });
  }
}

function unauthorized(): GatewayFailure {
  return new GatewayFailure('UNAUTHORIZED', 'Unauthorized');
}

function configurationError(reason: string): GatewayFailure {
  return new GatewayFailure('AUTHORIZER_CONFIGURATION_ERROR', null, { reason });
}

function methodArnOf({ api, request }: Exchange): string {
  const { region, accountId, id, stage } = api;
  return `arn:aws:execute-api:${region}:${accountId}:${id}/${stage}/${request.method}${request.path}`;
}
