import * as z from 'zod';
import { PortAccess, WakePolicy } from './enums.ts';
import { Timestamp } from './fields.ts';
import { line } from './text.ts';

/** The most ports of a sandbox that can be open at the same time. */
export const MOST_OPEN_PORTS = 20;

/** Ports below need privileges that agents do not have. */
const LOWEST_PORT = 1024;

const LONGEST_MINUTES = 30 * 24 * 60;

export const PortNumber = z.int().min(LOWEST_PORT).max(65_535);

export const PortLabel = line(60).min(1).nullable();

export const AccessChoice = PortAccess.meta({
  description:
    '`key`: requests with the session key, in `X-Session-API-Key`, as a bearer token or as the query parameter `session_api_key`, and browsers that opened a link from `open-in-browser`. `link`: everyone who has the URL, which is a secret. `public`: everyone, as the URL is no secret; needs the scope `sandboxes:share`.',
});

export const WakeChoice = WakePolicy.meta({
  description:
    'Which requests to its URL resume the sandbox when it is paused. `never`: none. `key`: those with the session key, an API key of the owner, or the cookie from `open-in-browser`. `link`: all.',
});

/** In seconds. */
export const ExpiresIn = z
  .int()
  .min(60)
  .max(60 * LONGEST_MINUTES);

export const SandboxPort = z
  .object({
    id: z.string().meta({ description: 'Unique in the sandbox. Neither an id nor a URL is used again.', example: '8' }),
    port: PortNumber,
    name: z.string().nullable(),
    access: PortAccess,
    wake: WakePolicy,
    url: z.string().nullable().meta({
      description:
        'Stays the same through pauses, until the port is closed. Null for API keys that cannot see session keys, unless `access` is `public`.',
      example: 'https://NAME.sandboxes.example.com',
    }),
    expires_at: Timestamp.nullable().meta({ description: 'When it closes. Null if it stays open.' }),
    opened_at: Timestamp,
    opened_by: z.string().nullable().meta({ description: 'The ID of the API key that opened it.' }),
    warning: z.string().nullable().meta({ description: 'A warning about who can use the port. Null for `key`.' }),
  })
  .meta({ id: 'SandboxPort' });

/** An app that listens on a port of a running sandbox. */
export const ListeningApp = z
  .object({
    port: z.int().min(LOWEST_PORT).max(65_535),
    process: z.string().nullable().meta({ description: 'The name of its program, if known.', example: 'node' }),
    loopback_only: z.boolean().meta({
      description:
        'Whether it listens only on `127.0.0.1`, where the edge cannot reach it. Make it listen on `0.0.0.0`.',
    }),
  })
  .meta({ id: 'ListeningApp' });
export type ListeningApp = z.infer<typeof ListeningApp>;

/** Only a path: `//host` and `/\\host` would lead to another site. */
export const PagePath = z
  .string()
  .max(1000)
  .regex(/^\/(?![/\\])[\x21-\x7e]*$/, { error: 'Must be a path that begins with one slash, with or without a query.' })
  .meta({ description: 'The page to open.', example: '/' });

export const PortLink = z
  .object({
    url: z.string().meta({
      description: 'Lets every browser that opens it before `expires_at` use the port.',
      example: 'https://NAME.sandboxes.example.com/_sandbox/open?token=TOKEN&path=%2F',
    }),
    expires_at: Timestamp.meta({ description: 'When the link stops working.' }),
  })
  .meta({ id: 'PortLink' });
