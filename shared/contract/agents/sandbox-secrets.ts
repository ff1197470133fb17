import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { SandboxId } from '../shapes/fields.ts';
import { gitFailures } from '../shapes/git.ts';
import { line } from '../shapes/text.ts';

/** Agents fetch their owner's secrets here whenever they need one. */
const sandbox = { area: 'agents', tag: 'sandbox-secrets', access: 'sandbox', generation: 'v1', method: 'GET' } as const;

export const listSandboxSecrets = defineEndpoint(() => ({
  ...sandbox,
  id: 'list-sandbox-secrets',
  path: '/api/v1/sandboxes/{sandbox_id}/settings/secrets',
  summary: 'List the secrets available to a sandbox',
  description:
    'Authenticate with the session key of this sandbox, while it runs. Git provider tokens are named `…_TOKEN`.',
  params: z.object({ sandbox_id: SandboxId }),
  success: {
    status: 200,
    body: z
      .object({ secrets: z.array(z.object({ name: z.string(), description: z.string().nullable() })) })
      .meta({ id: 'SandboxSecrets' }),
  },
  errors: ['unauthenticated', 'forbidden'],
}));

export const getSandboxSecret = defineEndpoint(() => ({
  ...sandbox,
  id: 'get-sandbox-secret',
  path: '/api/v1/sandboxes/{sandbox_id}/settings/secrets/{secret_name}',
  summary: 'Get a secret for a sandbox',
  description:
    'Authenticate with the session key of this sandbox, while it runs. Names such as `github_token` return git provider tokens.',
  params: z.object({ sandbox_id: SandboxId, secret_name: line(200) }),
  success: { status: 200, body: z.string(), contentType: 'text/plain' },
  errors: ['unauthenticated', 'forbidden', 'not_found', 'unavailable'],
}));

export const getWebhookSecret = defineEndpoint(() => ({
  id: 'get-webhook-secret',
  area: 'agents',
  tag: 'sandbox-secrets',
  method: 'GET',
  path: '/api/v1/webhooks/secrets',
  summary: 'Get a git provider token for a sandbox',
  description:
    'Authenticate with X-Access-Token, which the service issued to the sandbox for one git provider, and for one repository. It is valid while the sandbox runs. Returns a token of the GitHub App of the owner, which lasts for one hour and for that repository, or else the stored token.',
  access: 'open',
  generation: 'v1',
  // The provider can be slow.
  needs: { timeoutSeconds: 29 },
  success: { status: 200, body: z.string(), contentType: 'text/plain' },
  errors: ['unauthenticated', 'not_found', 'unavailable', ...gitFailures],
}));
