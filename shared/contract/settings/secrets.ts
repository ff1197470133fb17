import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { ProviderType } from '../shapes/enums.ts';
import { limit, PageId, page } from '../shapes/fields.ts';
import { GitServer } from '../shapes/git-server.ts';
import { GitHubAppOrder } from '../shapes/github-app.ts';
import { freeText, line, secretText } from '../shapes/text.ts';

/** The name of an environment variable for agents. `search` is the path of another endpoint. */
const SecretName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, {
    error: 'Must be 1 to 128 characters of A-Z a-z 0-9 _ and cannot start with a digit.',
  })
  .regex(/^(?!search$)/, { error: "The name 'search' is reserved. Choose another name." });

/** Not validated further, so that a malformed name returns 404 like an unknown one. */
const SecretId = line(200);

const Value = secretText(
  freeText(32_000)
    .min(1)
    .refine((text) => /[^\r\n]/.test(text), { error: 'A secret needs other characters than line breaks.' }),
);
const valueRefusals = { custom: '`value` has only line breaks' } as const;
const LINES =
  'Line breaks at the end of `value` are removed, and Windows line breaks become those of Linux, as agents hide a secret where a program prints exactly this value. They also hide its lines that have at least 20 characters, or 8 with a digit.';

const Description = freeText(1_000);

const SecretCreate = z
  .object({ name: SecretName, value: Value, description: Description.nullish() })
  .meta({ id: 'CustomSecretCreate' });
const SecretUpdate = z
  .object({ name: SecretName, value: Value.nullish(), description: Description.nullish() })
  .meta({ id: 'CustomSecretUpdate' });
const Secret = z.object({ name: z.string(), description: z.string().nullable() }).meta({ id: 'CustomSecret' });

/** An empty token keeps the stored token, with its host. */
const GitProviders = z
  .object({
    provider_tokens: z
      .partialRecord(
        ProviderType,
        z.object({
          token: line(8_000, z.string().trim()).nullish(),
          host: GitServer.nullish(),
          user_id: line(200).nullish(),
        }),
      )
      .nullish(),
    github_app: GitHubAppOrder.nullish().meta({
      description:
        'Conversations with a repository of GitHub get tokens of this App: for that repository alone, and for one hour. Null removes the App.',
    }),
  })
  .meta({ id: 'GitProviders' });
export type GitProviders = z.output<typeof GitProviders>;

const gitRefusals = {
  other_origin: 'a stored token or key would be sent to another host: send it again with the host',
  custom: '`private_key` of `github_app` is a mask',
  value_error: '`private_key` of `github_app` is missing for a new App, or is not an RSA key of at least 2,048 bits',
} as const;

const message = (...texts: [string, ...string[]]) => z.object({ message: z.enum(texts) });

const current = { area: 'settings', tag: 'secrets', access: 'key', generation: 'v1' } as const;
const legacy = { area: 'settings', tag: 'secrets', access: 'key', generation: 'legacy' } as const;
const byId = z.object({ secret_id: SecretId });

export const searchSecrets = defineEndpoint(() => ({
  ...current,
  id: 'search-secrets',
  scope: 'settings:read',
  method: 'GET',
  path: '/api/v1/secrets/search',
  summary: 'List secrets by name',
  description: 'Returns names and descriptions. Values are never shown.',
  query: z.object({ name__contains: line(200).optional(), page_id: PageId.optional(), limit: limit(100) }),
  success: { status: 200, body: page(Secret) },
  errors: [],
}));

export const createSecret = defineEndpoint(() => ({
  ...current,
  id: 'create-secret',
  scope: 'settings:write',
  method: 'POST',
  path: '/api/v1/secrets',
  summary: 'Create a secret',
  description: `Replaces an existing secret of this name, which keeps its description unless a new one is sent. ${LINES}`,
  body: SecretCreate,
  idempotent: 'lease',
  refusals: valueRefusals,
  success: { status: 201, location: '/api/v1/secrets/{name}', body: message('Secret created successfully') },
  errors: ['conflict', 'unavailable'],
}));

export const updateSecret = defineEndpoint(() => ({
  ...current,
  id: 'update-secret',
  scope: 'settings:write',
  method: 'PUT',
  path: '/api/v1/secrets/{secret_id}',
  summary: 'Update a secret',
  description: `Changes the name or the description and, with \`value\`, the value. The id of a secret is its name. ${LINES}`,
  params: byId,
  body: SecretUpdate,
  refusals: valueRefusals,
  success: { status: 200, body: message('Secret updated successfully') },
  errors: ['not_found', 'conflict', 'unavailable'],
}));

export const deleteSecret = defineEndpoint(() => ({
  ...current,
  id: 'delete-secret',
  scope: 'settings:write',
  method: 'DELETE',
  path: '/api/v1/secrets/{secret_id}',
  summary: 'Delete a secret',
  params: byId,
  success: { status: 200, body: message('Secret deleted successfully') },
  errors: ['not_found', 'conflict'],
}));

export const addGitProviders = defineEndpoint(() => ({
  ...current,
  id: 'add-git-providers',
  scope: 'settings:write',
  method: 'POST',
  path: '/api/v1/secrets/git-providers',
  summary: 'Save git provider tokens',
  description:
    'Providers that are not sent, or without a token and a host, stay unchanged, and so does the GitHub App. The permissions of a token or an App are not checked.',
  body: GitProviders,
  refusals: gitRefusals,
  success: { status: 200, body: message('Git providers stored') },
  errors: ['conflict', 'unavailable'],
}));

export const removeGitProviders = defineEndpoint(() => ({
  ...current,
  id: 'remove-git-providers',
  scope: 'settings:write',
  method: 'DELETE',
  path: '/api/v1/secrets/git-providers',
  summary: 'Remove git provider tokens',
  description: 'Removes the token of the named provider, or all tokens. The GitHub App goes with the token of GitHub.',
  query: z.object({ provider: ProviderType.optional() }),
  success: { status: 200, body: message('Unset Git provider tokens') },
  errors: ['conflict'],
}));

export const listLegacySecrets = defineEndpoint(() => ({
  ...legacy,
  id: 'list-legacy-secrets',
  successor: '/api/v1/secrets/search',
  scope: 'settings:read',
  method: 'GET',
  path: '/api/secrets',
  summary: 'List secrets',
  success: { status: 200, body: z.object({ custom_secrets: z.array(Secret) }) },
  errors: [],
}));

export const createLegacySecret = defineEndpoint(() => ({
  ...legacy,
  id: 'create-legacy-secret',
  successor: '/api/v1/secrets',
  scope: 'settings:write',
  method: 'POST',
  path: '/api/secrets',
  summary: 'Create a secret',
  description: 'Fails with a conflict if the name is taken.',
  body: SecretCreate,
  idempotent: 'lease',
  refusals: valueRefusals,
  success: { status: 201, location: '/api/secrets/{name}', body: message('Secret created successfully') },
  errors: ['conflict', 'unavailable'],
}));

export const updateLegacySecret = defineEndpoint(() => ({
  ...legacy,
  id: 'update-legacy-secret',
  successor: '/api/v1/secrets/{secret_id}',
  scope: 'settings:write',
  method: 'PUT',
  path: '/api/secrets/{secret_id}',
  summary: 'Update a secret',
  params: byId,
  body: SecretUpdate,
  refusals: valueRefusals,
  success: { status: 200, body: message('Secret updated successfully') },
  errors: ['not_found', 'conflict', 'unavailable'],
}));

export const deleteLegacySecret = defineEndpoint(() => ({
  ...legacy,
  id: 'delete-legacy-secret',
  successor: '/api/v1/secrets/{secret_id}',
  scope: 'settings:write',
  method: 'DELETE',
  path: '/api/secrets/{secret_id}',
  summary: 'Delete a secret',
  params: byId,
  success: { status: 200, body: message('Secret deleted successfully') },
  errors: ['not_found', 'conflict'],
}));

export const addLegacyGitProviders = defineEndpoint(() => ({
  ...legacy,
  id: 'add-legacy-git-providers',
  successor: '/api/v1/secrets/git-providers',
  scope: 'settings:write',
  method: 'POST',
  path: '/api/add-git-providers',
  summary: 'Save git provider tokens',
  body: GitProviders,
  refusals: gitRefusals,
  success: { status: 200, body: message('Git providers stored') },
  errors: ['conflict', 'unavailable'],
}));

export const unsetLegacyProviderTokens = defineEndpoint(() => ({
  ...legacy,
  id: 'unset-legacy-provider-tokens',
  successor: '/api/v1/secrets/git-providers',
  scope: 'settings:write',
  method: 'POST',
  path: '/api/unset-provider-tokens',
  summary: 'Remove all git provider tokens',
  success: { status: 200, body: message('Unset Git provider tokens') },
  errors: ['conflict'],
}));
