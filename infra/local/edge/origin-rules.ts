import { isIP } from 'node:net';
import * as z from 'zod';
import { isAllowedForOrigins, isHeaderName, isHeaderValue, isHidden, isReadOnly } from './header-rules.ts';
import type { Origin } from './verdict.ts';

const DomainName = z
  .string()
  .max(253)
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/i, 'is not a DNS name')
  .refine((name) => isIP(name) === 0, 'is an address');

/** The value of the header Host for the origin: a name without a port. Without it, that of the viewer is sent. */
const HostHeader = DomainName;

/** CloudFront's quotas for custom headers: 30 headers, and 10,240 characters in total. */
const CustomHeaders = z
  .record(
    z.string().max(256).refine(isHeaderName, 'is not the name of a header'),
    z.string().max(1783).refine(isHeaderValue, 'is not a header value'),
  )
  .refine((headers) => Object.keys(headers).length <= 30, 'has more than 30 headers')
  .refine((headers) => Object.entries(headers).flat().join('').length <= 10_240, 'has more than 10240 characters');

/**
 * The argument of `updateRequestOrigin`. CloudFront takes missing values from the distribution's origin. This edge does
 * so with custom headers only, so all else is required.
 */
const OriginUpdate = z.strictObject({
  domainName: DomainName,
  hostHeader: HostHeader.optional(),
  customHeaders: CustomHeaders.optional(),
  connectionAttempts: z.int().min(1).max(3),
  timeouts: z.strictObject({
    readTimeout: z.int().min(1).max(120),
    keepAliveTimeout: z.int().min(1).max(120).optional(),
    connectionTimeout: z.int().min(1).max(10),
  }),
  customOriginConfig: z.strictObject({
    port: z
      .int()
      .refine(
        (port) => port === 80 || port === 443 || (port >= 1024 && port <= 65_535),
        'is neither 80, 443 nor above',
      ),
    protocol: z.enum(['http', 'https']),
    sslProtocols: z.array(z.enum(['SSLv3', 'TLSv1', 'TLSv1.1', 'TLSv1.2'])).min(1),
  }),
});

/** What is wrong with an origin; undefined when CloudFront would accept it. */
export function originFault(update: unknown): string | undefined {
  const { error } = OriginUpdate.safeParse(update);
  const issue = error?.issues[0];
  return issue && `${issue.path.join('.') || 'the argument'}: ${issue.message}`;
}

/**
 * Why CloudFront would respond 502 to a custom header that a function gives an origin; undefined if it would not. It
 * refuses those that no origin can be given, those that functions may not set, and those that the viewer sent too.
 *
 * @param sent the headers of the viewer's request, by lower-case name
 */
export function customHeaderFault({ customHeaders = {} }: Origin, sent: object): string | undefined {
  const name = Object.keys(customHeaders).find(
    (header) =>
      !isAllowedForOrigins(header) ||
      isHidden(header) ||
      isReadOnly(header) ||
      Object.hasOwn(sent, header.toLowerCase()),
  );
  return name && `the custom header ${name} of an origin`;
}

/** @throws z.ZodError for an origin with a fault */
export function readOrigin(update: unknown): Origin {
  const { domainName, hostHeader, customHeaders, connectionAttempts, timeouts, customOriginConfig } =
    OriginUpdate.parse(update);
  return {
    domainName,
    hostHeader,
    port: customOriginConfig.port,
    protocol: customOriginConfig.protocol,
    customHeaders,
    readTimeoutSeconds: timeouts.readTimeout,
    connectionTimeoutSeconds: timeouts.connectionTimeout,
    connectionAttempts,
  };
}
