import { AnswerCache } from '../domain/git/answer-cache.ts';
import { AppTokens } from '../domain/git/apps/app-tokens.ts';
import type { RepositoryTokenDeps } from '../domain/git/apps/repository-token.ts';
import { gitBasesOf } from '../domain/git/git-bases.ts';
import { hostOf } from '../domain/git/hosts/host-of.ts';
import type { GitDeps } from '../domain/git/owner-hosts.ts';
import { type VaultKey, vault } from '../platform/aws/kms-vault.ts';
import { systemClock } from '../platform/clock.ts';
import { optionalEnv } from '../platform/env.ts';
import { boundedFetch, type FetchLimits } from '../platform/outbound/bounded-fetch.ts';
import type { Tables } from '../rights/statement.ts';
import { secretStore } from './settings.ts';
import { targetRules } from './webhooks.ts';

/**
 * For one request to this service, which API Gateway limits to 29 seconds. Azure DevOps lists all repositories of an
 * organization in one response.
 */
const limits: FetchLimits = { timeout: 10_000, totalTimeout: 20_000, maxRequests: 40, maxBytes: 4_000_000 };

/** For calls to git providers with owners' tokens. */
export const gitDeps = (granted: Tables<'secrets'> & VaultKey): GitDeps => {
  const rules = targetRules();
  return {
    secrets: secretStore(granted),
    vault: vault(granted),
    bases: gitBasesOf(optionalEnv('GIT_BASES')),
    cache: new AnswerCache(systemClock),
    hostOf,
    fetchOfRequest: () => boundedFetch(rules, limits),
  };
};

/** A token of a GitHub App takes up to three requests, and one more to say where to install it. */
const appLimits: FetchLimits = { timeout: 5_000, totalTimeout: 12_000, maxRequests: 8, maxBytes: 500_000 };

/** For tokens of owners' GitHub Apps. */
export const repositoryTokenDeps = (granted: VaultKey): RepositoryTokenDeps => {
  const rules = targetRules();
  const bases = gitBasesOf(optionalEnv('GIT_BASES'));
  const seals = vault(granted);
  const fetchOfRequest = () => boundedFetch(rules, appLimits);
  return { vault: seals, bases, appTokens: new AppTokens({ vault: seals, bases, fetchOfRequest, now: systemClock }) };
};
