import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { QueryBoolean, SandboxId, Success } from '../shapes/fields.ts';
import {
  AccessChoice,
  ExpiresIn,
  ListeningApp,
  MOST_OPEN_PORTS,
  PagePath,
  PortLabel,
  PortLink,
  PortNumber,
  SandboxPort,
  WakeChoice,
} from '../shapes/sandbox-port.ts';

const path = '/api/v1/sandboxes/{sandbox_id}/ports';
const common = { area: 'sandboxes', tag: 'sandbox-ports', access: 'key', generation: 'v1' } as const;

const params = z.object({ sandbox_id: SandboxId });
const one = z.object({
  sandbox_id: SandboxId,
  port_id: z.string().regex(/^[1-9]\d{0,2}$/, { error: 'Must be the id of an opened port.' }),
});

export const listSandboxPorts = defineEndpoint(() => ({
  ...common,
  id: 'list-sandbox-ports',
  scope: 'sandboxes:read',
  method: 'GET',
  path,
  summary: 'List the opened ports of a sandbox, oldest first',
  description: 'The ports of its spec are not included: their URLs are in `exposed_urls` of the sandbox.',
  params,
  query: z.object({
    listening: QueryBoolean.default(false).meta({
      description: 'Whether to ask the running sandbox which apps listen in it. Takes at most two seconds.',
    }),
  }),
  success: {
    status: 200,
    body: z.object({
      items: z.array(SandboxPort),
      listening: z.array(ListeningApp).nullable().meta({
        description:
          'The apps that listen on ports from 1024 on, except the ports of the spec. At most three seconds old. Null if the query parameter `listening` is not true, or if the sandbox is not running or does not respond.',
      }),
    }),
  },
  errors: ['not_found'],
}));

export const openSandboxPort = defineEndpoint(() => ({
  ...common,
  id: 'open-sandbox-port',
  scope: 'sandboxes:write',
  method: 'POST',
  path,
  summary: 'Open a port of a sandbox',
  description: `Gives an app in the sandbox a URL of its own. The app must listen on \`0.0.0.0\`. The sandbox can be paused. A sandbox can have ${MOST_OPEN_PORTS} open ports. Fails with 409 if sandboxes of this deployment have no domain, or are not behind CloudFront.`,
  params,
  body: z
    .object({
      port: PortNumber,
      name: PortLabel.default(null).meta({ description: 'A name to show to people.' }),
      access: AccessChoice.default('key'),
      wake: WakeChoice.default('never'),
      expires_in: ExpiresIn.optional().meta({
        description: 'Seconds until the port closes. By default, it stays open until the sandbox is deleted.',
      }),
    })
    .meta({ id: 'OpenPortRequest' }),
  idempotent: 'sealed',
  success: { status: 201, location: `${path}/{id}`, body: SandboxPort },
  errors: ['not_found', 'conflict', 'insufficient_scope'],
}));

export const changeSandboxPort = defineEndpoint(() => ({
  ...common,
  id: 'change-sandbox-port',
  scope: 'sandboxes:write',
  method: 'PATCH',
  path: `${path}/{port_id}`,
  summary: 'Update an opened port',
  description: 'Fields that are not sent stay unchanged. The URL stays the same.',
  params: one,
  body: z
    .object({
      name: PortLabel.optional(),
      access: AccessChoice.optional(),
      wake: WakeChoice.optional(),
      expires_in: ExpiresIn.nullish().meta({
        description: 'Seconds from now until the port closes. Null keeps it open.',
      }),
    })
    .meta({ id: 'ChangePortRequest' }),
  success: { status: 200, body: SandboxPort },
  errors: ['not_found', 'conflict', 'insufficient_scope'],
}));

export const closeSandboxPort = defineEndpoint(() => ({
  ...common,
  id: 'close-sandbox-port',
  scope: 'sandboxes:write',
  method: 'DELETE',
  path: `${path}/{port_id}`,
  summary: 'Close an opened port',
  description: 'Its URL stops working within seconds and is never used again.',
  params: one,
  success: { status: 200, body: Success },
  errors: ['not_found', 'conflict'],
}));

export const openPortInBrowser = defineEndpoint(() => ({
  ...common,
  id: 'open-port-in-browser',
  scope: 'sandboxes:write',
  method: 'POST',
  path: `${path}/{port_id}/open-in-browser`,
  summary: 'Create a link that opens a port in a browser',
  description:
    'A browser that opens `url` within a minute shows the page `path`, and can use the port for twelve hours or until the session key is rotated. Anyone who opens `url` within that minute gets this access. Fails with 409 while the sandbox has no session key.',
  params: one,
  body: z
    .object({ path: PagePath.default('/') })
    .meta({ id: 'OpenPortInBrowserRequest' })
    .optional(),
  success: { status: 200, body: PortLink },
  errors: ['not_found', 'conflict'],
}));
