import type {
  CustomSecret,
  GitHubApp,
  GitProviderToken,
} from '../../../shared/domain/settings/secrets/secret-store.ts';
import type { Sealed } from '../../../shared/platform/vault.ts';

export const aSealed = (data = 'ZGF0YQ=='): Sealed => ({ v: 1, key: 'a2V5', iv: 'aXY=', data, tag: 'dGFn' });

const common = {
  owner_id: 'ann',
  sealed: aSealed(),
  version: 1,
  created_at: '2026-11-21T12:00:00.000Z',
  updated_at: '2026-11-21T12:00:00.000Z',
};

export function aCustomSecret(overrides: Partial<CustomSecret> = {}): CustomSecret {
  return { ...common, name: 'TOKEN', description: null, ...overrides };
}

export function aGitToken(overrides: Partial<GitProviderToken> = {}): GitProviderToken {
  return { ...common, provider: 'github', host: null, ...overrides };
}

export function aGitHubApp(overrides: Partial<GitHubApp> = {}): GitHubApp {
  return { ...common, app_id: '123', installation_id: null, host: null, ...overrides };
}
