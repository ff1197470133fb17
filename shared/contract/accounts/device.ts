import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { line } from '../shapes/text.ts';

/** A program without a browser gets an API key: a person with a key approves its code elsewhere (RFC 8628). */
const common = { area: 'accounts', tag: 'device', generation: 'service' } as const;

/** Scripts and styles of the page are these and no others; it talks to this service alone and lies in no frame. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'sha256-SyzH/GJBkxythJVnfdd6fbzoC1jFEbsjZjYYErPZ4UM='",
  "style-src 'sha256-NJY6VPtZXmOqZfh267TBAYOkZG2w4NEVpccgiCA+yJs='",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Beside `Cache-Control: no-store`, for caches of HTTP/1.0 (RFC 6749, section 5.1). */
const noCache = { Pragma: 'no-cache' } as const;

export const authorizeDevice = defineEndpoint(() => ({
  ...common,
  id: 'authorize-device',
  method: 'POST',
  path: '/oauth/device/authorize',
  summary: 'Ask for a device code',
  description:
    'The program shows `user_code` and `verification_uri` to a person, and polls for its token every `interval` seconds. Programs are not registered: whatever is sent along, such as a `client_id`, is ignored. An address may begin 30 logins in 10 minutes, and the service 500.',
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
  summary: 'Poll for the API key of an approved device code',
  description:
    'The key is handed out once. Until then a failure tells in `error` whether to wait (`authorization_pending`, `slow_down`) or to give up (`expired_token`, `access_denied`, `invalid_grant`, `invalid_request`, `unsupported_grant_type`). After `slow_down`, a program waits `interval` seconds before each poll, for good: five more than before, up to 30.',
  access: 'open',
  failures: 'oauth',
  invalidCode: 'malformed_request',
  bodyFormat: 'form',
  body: z
    .object({
      device_code: line(200).min(1),
      grant_type: line(200).optional().meta({
        description:
          'Always `urn:ietf:params:oauth:grant-type:device_code`. Only a request without `client_id` may leave it out, as the command line client does.',
      }),
      client_id: line(2_000).optional().meta({ description: 'Ignored: programs are not registered.' }),
    })
    .meta({ id: 'DeviceTokenRequest' }),
  refusals: { malformed_request: 'a `client_id` without a `grant_type`' },
  success: {
    status: 200,
    headers: noCache,
    body: z
      .object({
        access_token: z.string(),
        token_type: z.literal('Bearer'),
        expires_in: z.int().meta({ description: 'For how many seconds the key works.' }),
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
  summary: 'The page on which a person approves a device',
  description: 'A page for people. `user_code` fills its field; the API key is typed in and travels in a header only.',
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
  summary: 'Approve or refuse a device',
  description:
    'The device gets an API key of the owner of the key that approves it, which works no longer than that key.',
  access: 'key',
  bodyFormat: 'form',
  body: z
    .object({
      user_code: line(40).min(1).meta({ description: 'As the device shows it, in any case, dashes or not.' }),
      decision: z.enum(['approve', 'deny'], {
        error: 'send decision=approve or decision=deny: nothing is no approval',
      }),
    })
    .meta({ id: 'DeviceVerification' }),
  success: {
    status: 200,
    body: z.object({
      message: z.string(),
      device: z
        .object({
          program: z.string().nullable().meta({ description: 'What its request named as `User-Agent`.' }),
          address: z.string().nullable().meta({ description: 'From where it asked for the code.' }),
          asked_at: z.iso.datetime(),
        })
        .meta({ id: 'DecidedDevice' }),
      scopes: z.array(z.string()).meta({ description: 'Those that the key of an approved device gets.' }),
    }),
  },
  errors: ['not_found', 'conflict', 'rate_limited'],
}));
