import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { line } from '../shapes/text.ts';

/** Gives an API key to a program without a browser, after a person with a key approves its code (RFC 8628). */
const common = { area: 'accounts', tag: 'device', generation: 'service' } as const;

/** The page allows only these scripts and styles, connects only to this service and cannot be framed. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'sha256-LSyH3/JM+3wVFyBLMOzSxERMCpDJBcyQvagtNlIQpSU='",
  "style-src 'sha256-NJY6VPtZXmOqZfh267TBAYOkZG2w4NEVpccgiCA+yJs='",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** In addition to `Cache-Control: no-store`, for HTTP/1.0 caches (RFC 6749, section 5.1). */
const noCache = { Pragma: 'no-cache' } as const;

export const authorizeDevice = defineEndpoint(() => ({
  ...common,
  id: 'authorize-device',
  method: 'POST',
  path: '/oauth/device/authorize',
  summary: 'Create a device code',
  description:
    'Show `user_code` and `verification_uri` to the person who signs in, then poll for the token every `interval` seconds. Programs are not registered: other parameters, such as `client_id`, are ignored. One IP address can start 30 sign-ins in 10 minutes; the whole service, 500.',
  access: 'open',
  failures: 'oauth',
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
    'An HTML page for people. `user_code` fills in its field. The person types the API key, and the page sends it in a header only.',
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

export const verifyDevice = defineEndpoint(() => ({
  ...common,
  id: 'verify-device',
  scope: 'keys:write',
  method: 'POST',
  path: '/oauth/device/verify-authenticated',
  summary: 'Approve or deny a device',
  description:
    'The device receives an API key of the same owner as the approving key. It expires no later than that key.',
  access: 'key',
  bodyFormat: 'form',
  body: z
    .object({
      user_code: line(40).min(1).meta({ description: 'The code that the device shows. Case and dashes are ignored.' }),
      decision: z.enum(['approve', 'deny'], {
        error: 'Send decision=approve or decision=deny.',
      }),
    })
    .meta({ id: 'DeviceVerification' }),
  success: {
    status: 200,
    body: z.object({
      message: z.string(),
      device: z
        .object({
          program: z.string().nullable().meta({ description: "The `User-Agent` of the device's request." }),
          address: z.string().nullable().meta({ description: 'The IP address that requested the code.' }),
          asked_at: z.iso.datetime(),
        })
        .meta({ id: 'DecidedDevice' }),
      scopes: z.array(z.string()).meta({ description: "The scopes that the device's key will have." }),
    }),
  },
  errors: ['not_found', 'conflict', 'rate_limited'],
}));
