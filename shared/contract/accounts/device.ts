import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { ScopeName } from '../shapes/api-key.ts';
import { DateTime, Timestamp } from '../shapes/fields.ts';
import { line, WORDS } from '../shapes/text.ts';

/** Gives an API key to a program without a browser, after a person with a key approves its code (RFC 8628). */
const common = { area: 'accounts', tag: 'device', generation: 'service' } as const;

/** The page allows only these scripts and styles, connects only to this service and cannot be framed. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'sha256-fUpsySOccNXgSp5bkR3EE5ouNRavhkFfWZnaoQHm0Gw=' 'sha256-djXMzNsw1/SzU4meK/bEe6w+k0nN0PitTnmaWDn3up4='",
  "style-src 'sha256-NJY6VPtZXmOqZfh267TBAYOkZG2w4NEVpccgiCA+yJs='",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Scopes in one text, as OAuth has them (RFC 6749, section 3.3). */
const ScopeText = line(1_000);

const KeyName = line(100).trim().min(1).meta({ pattern: WORDS });

/** In addition to `Cache-Control: no-store`, for HTTP/1.0 caches (RFC 6749, section 5.1). */
const noCache = { Pragma: 'no-cache' } as const;

export const authorizeDevice = defineEndpoint(() => ({
  ...common,
  id: 'authorize-device',
  method: 'POST',
  path: '/oauth/device/authorize',
  summary: 'Create a device code',
  description:
    'Show `user_code` and `verification_uri` to the person who signs in, then poll for the token every `interval` seconds. The URLs lead to the web console if there is one. Programs are not registered: other parameters, such as `client_id`, are ignored. One IP address can start 30 sign-ins in 10 minutes; the whole service, 500.',
  access: 'open',
  failures: 'oauth',
  invalidCode: 'malformed_request',
  bodyFormat: 'form',
  body: z
    .object({
      scope: ScopeText.optional().meta({
        description:
          'The scopes that the program needs, separated by spaces. The person can grant others. Unknown scopes are ignored. Without it, the person is offered the default scopes of a key, without `keys:write`.',
        example: 'conversations:read conversations:write',
      }),
      client_name: line(100).optional().meta({
        description: 'The name of the program. The person sees it as the claim of the program.',
        example: 'acs',
      }),
      device_name: line(100).optional().meta({
        description: 'The name of the machine. With `client_name`, it names the key: `acs on build-7`.',
        example: 'build-7',
      }),
    })
    .meta({ id: 'DeviceAuthorizationRequest' })
    .optional(),
  success: {
    status: 200,
    headers: noCache,
    body: z
      .object({
        device_code: z.string(),
        user_code: z.string(),
        verification_uri: z.string(),
        verification_uri_complete: z.string(),
        expires_in: z.int(),
        interval: z.int(),
      })
      .meta({ id: 'DeviceAuthorization' }),
  },
  errors: ['conflict', 'rate_limited'],
}));

export const getDeviceToken = defineEndpoint(() => ({
  ...common,
  id: 'get-device-token',
  method: 'POST',
  path: '/oauth/device/token',
  summary: 'Exchange a device code for an API key',
  description:
    'The key is returned once. Until the code is approved, the request fails: keep polling on `authorization_pending` and `slow_down`; stop on `expired_token`, `access_denied`, `invalid_grant`, `invalid_request` and `unsupported_grant_type`. `slow_down` raises the polling interval by five seconds, up to 30; use the `interval` of that response from then on.',
  access: 'open',
  failures: 'oauth',
  invalidCode: 'malformed_request',
  bodyFormat: 'form',
  body: z
    .object({
      device_code: line(200).min(1),
      grant_type: line(200).optional().meta({
        description:
          'Always `urn:ietf:params:oauth:grant-type:device_code`. Optional only when `client_id` is also absent, as in requests of the command-line client.',
      }),
      client_id: line(2_000).optional().meta({ description: 'Ignored: programs are not registered.' }),
    })
    .meta({ id: 'DeviceTokenRequest' }),
  refusals: { malformed_request: '`client_id` is sent without `grant_type`' },
  success: {
    status: 200,
    headers: noCache,
    body: z
      .object({
        access_token: z.string(),
        token_type: z.literal('Bearer'),
        expires_in: z.int().meta({ description: "The key's lifetime in seconds." }),
        scope: z.string().meta({ description: 'The scopes that the person granted, separated by spaces.' }),
      })
      .meta({ id: 'DeviceToken' }),
  },
  errors: [
    'authorization_pending',
    'slow_down',
    'expired_token',
    'access_denied',
    'invalid_grant',
    'unsupported_grant_type',
    'conflict',
    'rate_limited',
  ],
}));

export const showDevicePage = defineEndpoint(() => ({
  ...common,
  id: 'show-device-page',
  method: 'GET',
  path: '/oauth/device/verify',
  summary: 'Get the page that approves a device',
  description:
    'An HTML page for people. `user_code` fills in its field. It leads to the web console if there is one. Otherwise the person types the API key, and the page sends it in a header only.',
  access: 'open',
  success: {
    status: 200,
    cache: 'shared',
    body: z.string(),
    contentType: 'text/html; charset=utf-8',
    headers: { 'Content-Security-Policy': pagePolicy },
  },
  errors: [],
}));

const Program = z
  .object({
    client_name: z.string().nullable().meta({ description: 'The name that the program claims.' }),
    device_name: z.string().nullable().meta({ description: 'The machine that the program claims to run on.' }),
    program: z.string().nullable().meta({ description: "The `User-Agent` of the device's request." }),
    address: z.string().nullable().meta({ description: 'The IP address that requested the code.' }),
    asked_at: Timestamp,
  })
  .meta({ id: 'DeviceProgram' });

export const getDeviceRequest = defineEndpoint(() => ({
  ...common,
  id: 'get-device-request',
  scope: 'keys:write',
  method: 'GET',
  path: '/oauth/device/requests/{user_code}',
  summary: 'Get the sign-in request of a device',
  description:
    'Returns what a person must know before the approval: who asks, when, from where, and for what. All API keys and members of an owner together can try 20 codes in 10 minutes.',
  access: 'key',
  params: z.object({ user_code: line(40) }),
  success: {
    status: 200,
    body: z
      .object({
        device: Program,
        expires_at: Timestamp.meta({ description: 'Until when the code can be approved.' }),
        requested_scopes: z.array(ScopeName).meta({ description: 'Empty if the program asked for none.' }),
        scopes: z
          .array(ScopeName)
          .meta({ description: 'What an approval without `scope` grants: never more than the calling key has.' }),
        key_name: z.string().meta({ description: 'The name of the key if the approval has none.' }),
        key_expires_at: Timestamp.meta({ description: 'When the key expires if the approval does not say.' }),
      })
      .meta({ id: 'DeviceRequest' }),
  },
  errors: ['not_found', 'conflict', 'rate_limited'],
}));

export const verifyDevice = defineEndpoint(() => ({
  ...common,
  id: 'verify-device',
  scope: 'keys:write',
  method: 'POST',
  path: '/oauth/device/verify-authenticated',
  summary: 'Approve or deny a device',
  description:
    'The device receives an API key of the same owner as the approving key. It has the scopes that the approval names, or else those that the program asked for and the approving key has. It expires no later than that key.',
  access: 'key',
  bodyFormat: 'form',
  body: z
    .object({
      user_code: line(40).min(1).meta({ description: 'The code that the device shows. Case and dashes are ignored.' }),
      decision: z.enum(['approve', 'deny'], {
        error: 'Send decision=approve or decision=deny.',
      }),
      scope: ScopeText.optional().meta({
        description: 'The scopes of the key, separated by spaces.',
        example: 'conversations:read conversations:write',
      }),
      key_name: KeyName.optional().meta({ description: 'Default: the program and its machine.' }),
      expires_at: DateTime.optional().meta({
        description: 'When the key expires. Default: in 90 days. Never later than the approving key.',
      }),
    })
    .meta({ id: 'DeviceVerification' }),
  refusals: { value_error: '`scope` has none or unknown scopes; or `expires_at` is in the past' },
  success: {
    status: 200,
    body: z
      .object({
        message: z.string(),
        device: Program,
        scopes: z.array(ScopeName).meta({ description: "The scopes that the device's key will have." }),
        key_name: z.string().nullable().meta({ description: "The name of the device's key; null after a denial." }),
        expires_at: Timestamp.nullable().meta({ description: "When the device's key expires; null after a denial." }),
      })
      .meta({ id: 'DecidedDevice' }),
  },
  errors: ['not_found', 'conflict', 'rate_limited', 'insufficient_scope', 'unauthenticated'],
}));
