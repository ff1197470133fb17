import * as z from 'zod';
import type { Stage } from './stages.ts';

/** A domain in lower case, like those of certificates and records. */
export function domainName(example: string) {
  return z
    .hostname(`must be a domain name, such as ${example}`)
    .regex(
      /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/,
      `must be in lower case, such as ${example}`,
    );
}

/** The certificate of a CloudFront distribution. */
export const distributionCertificateArn = z
  .string()
  .regex(
    /^arn:[\w-]+:acm:us-east-1:\d{12}:certificate\/[\w-]+$/,
    'must be the full ARN of a certificate in us-east-1, where CloudFront looks for certificates',
  );

export const hostedZoneId = z.string().regex(/^Z[A-Z0-9]{1,31}$/, 'must be the ID of a hosted zone');

/** A DNS name has at most 253 characters; the label of a sandbox takes 48 of them, and a dot. */
const LONGEST_DOMAIN = 253 - 49;

/** All of IPv4. */
export const EVERYWHERE = '0.0.0.0/0';

/** How clients reach sandboxes. */
export const ingressSettings = {
  /**
   * `cloudfront`: over HTTPS, through a distribution. `router`: over HTTPS, through a router of the operator that reads
   * the same labels. `direct`: over plain HTTP at the address of the task, for development.
   */
  ingress: z.enum(['cloudfront', 'direct', 'router']),
  /** Each port of a sandbox gets its own host below this domain; without it, clients reach only agent servers. */
  sandboxDomain: domainName('sandboxes.example.com')
    .max(LONGEST_DOMAIN, `must have at most ${LONGEST_DOMAIN} characters, because labels of sandboxes precede it`)
    .optional(),
  /** ARN of the certificate for `*.{sandboxDomain}`, in us-east-1. */
  sandboxCertificateArn: distributionCertificateArn.optional(),
  /** ID of the Route 53 hosted zone that gets the records of `*.{sandboxDomain}`. */
  sandboxHostedZoneId: hostedZoneId.optional(),
  /**
   * The ports of sandboxes that are open to CloudFront. `any`: those from 1024 on, so that clients can open each one.
   * `specs`: the range of the specs. Only with sandboxDomain and the ingress `cloudfront`.
   */
  sandboxPorts: z.enum(['any', 'specs']),
  /** ARN of a global web ACL of AWS WAF that protects sandboxes. AWS charges for it by the month. */
  sandboxWebAclArn: z
    .string()
    .regex(
      /^arn:[\w-]+:wafv2:us-east-1:\d{12}:global\/webacl\/[\w-]+\/[\w-]+$/,
      'must be the full ARN of a global web ACL in us-east-1',
    )
    .optional(),
  /** Whether to log requests to sandboxes, without paths, queries and cookies. Only in us-east-1. */
  sandboxLogs: z.boolean(),
  /** ID of the security group of the router's tasks or machines. */
  routerSecurityGroupId: z
    .string()
    .regex(/^sg-[0-9a-f]{8,17}$/, 'must be the ID of a security group, such as sg-0123456789abcdef0')
    .optional(),
  /** IPv4 ranges that can reach the ports of sandboxes if the ingress is direct. */
  sandboxIngressCidrs: z.array(z.cidrv4()).min(1),
} as const;

type IngressSettings = z.output<z.ZodObject<typeof ingressSettings>> & { readonly apiDomain?: string | undefined };

/** The first problem of the ingress settings, in one sentence. */
export function ingressProblem(stage: Stage, settings: IngressSettings): string | undefined {
  return (
    misplaced(settings) ?? (settings.ingress === 'router' ? routerProblem(settings) : domainProblem(stage, settings))
  );
}

/** Settings for only some kinds of ingress. */
const belongTo = {
  sandboxDomain: ['cloudfront', 'router'],
  sandboxCertificateArn: ['cloudfront'],
  sandboxHostedZoneId: ['cloudfront'],
  sandboxWebAclArn: ['cloudfront'],
  sandboxLogs: ['cloudfront'],
  routerSecurityGroupId: ['router'],
} as const satisfies Partial<Record<keyof IngressSettings, readonly IngressSettings['ingress'][]>>;

function misplaced(settings: IngressSettings): string | undefined {
  const isForAll = settings.sandboxIngressCidrs.every((range) => range === EVERYWHERE);
  if (settings.ingress !== 'direct' && !isForAll) {
    return `sandboxIngressCidrs: only for the ingress 'direct'. A web ACL (sandboxWebAclArn) can restrict '${settings.ingress}'.`;
  }
  for (const [name, kinds] of Object.entries(belongTo)) {
    const value = settings[name as keyof typeof belongTo];
    const isGiven = value !== undefined && value !== false;
    if (isGiven && !kinds.some((kind) => kind === settings.ingress)) {
      return `${name}: not for the ingress '${settings.ingress}', only for ${kinds.join(' and ')}.`;
    }
  }
  const { sandboxDomain, apiDomain } = settings;
  if (sandboxDomain === undefined || apiDomain === undefined || !isNested(sandboxDomain, apiDomain.toLowerCase())) {
    return undefined;
  }
  return `sandboxDomain: ${sandboxDomain} must not be, contain or be below apiDomain ${apiDomain}, because sandboxes could then set cookies for the API.`;
}

/** Whether the domains are equal, or one is below the other. */
export function isNested(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}

function routerProblem({ sandboxDomain, routerSecurityGroupId }: IngressSettings): string | undefined {
  if (sandboxDomain === undefined)
    return "sandboxDomain: the ingress 'router' needs it, because the service does not know the router's address.";
  if (routerSecurityGroupId === undefined) {
    return "routerSecurityGroupId: the ingress 'router' needs it, because only the router can reach sandboxes.";
  }
  return undefined;
}

function domainProblem(stage: Stage, settings: IngressSettings): string | undefined {
  const { sandboxDomain, sandboxCertificateArn, sandboxHostedZoneId } = settings;
  if (sandboxDomain === undefined) {
    const [alone] = Object.entries({ sandboxCertificateArn, sandboxHostedZoneId }).filter(([, value]) => value);
    return alone === undefined ? undefined : `${alone[0]}: needs sandboxDomain too.`;
  }
  // The local edge needs no certificate.
  if (sandboxCertificateArn !== undefined || stage === 'local') return undefined;
  return `sandboxDomain: needs sandboxCertificateArn, a certificate for *.${sandboxDomain} in us-east-1.`;
}
