import * as z from 'zod';
import type { Stage } from './stages.ts';

/** In lower case, as certificates and records have it. */
export const domainName = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

/** A DNS name may have 253 characters, and each sandbox has a label of 48 and a dot before its domain. */
const LONGEST_DOMAIN = 253 - 49;

/** All of IPv4. */
export const EVERYWHERE = '0.0.0.0/0';

/** How clients reach sandboxes. */
export const ingressSettings = {
  /**
   * `cloudfront`: by HTTPS, through a distribution. `router`: by HTTPS, through a router of the operator that reads the
   * same labels. `direct`: by plain HTTP at the address of the task, for development.
   */
  ingress: z.enum(['cloudfront', 'direct', 'router']),
  /** Below it each port of a sandbox has a host of its own; without it, only the agent server is reached, by a path. */
  sandboxDomain: z
    .hostname('must be a domain name, such as sandboxes.example.com')
    .regex(domainName, 'must be in lower case, such as sandboxes.example.com')
    .max(LONGEST_DOMAIN, `must have at most ${LONGEST_DOMAIN} characters, as each sandbox has a label before it`)
    .optional(),
  /** ARN of the certificate for `*.{sandboxDomain}`, in us-east-1, where CloudFront looks for certificates. */
  sandboxCertificateArn: z
    .string()
    .regex(
      /^arn:[\w-]+:acm:us-east-1:\d{12}:certificate\/[\w-]+$/,
      'must be the full ARN of a certificate in us-east-1, where CloudFront looks for certificates',
    )
    .optional(),
  /** Id of the Route 53 hosted zone that gets the records of `*.{sandboxDomain}`. */
  sandboxHostedZoneId: z
    .string()
    .regex(/^Z[A-Z0-9]{1,31}$/, 'must be the id of a hosted zone')
    .optional(),
  /** ARN of a global web ACL of AWS WAF that guards sandboxes; AWS charges for each month that it exists. */
  sandboxWebAclArn: z
    .string()
    .regex(
      /^arn:[\w-]+:wafv2:us-east-1:\d{12}:global\/webacl\/[\w-]+\/[\w-]+$/,
      'must be the full ARN of a global web ACL, which is in us-east-1',
    )
    .optional(),
  /** Whether requests to sandboxes are logged, without paths, queries and cookies. Only in us-east-1. */
  sandboxLogs: z.boolean(),
  /** Id of the security group of the router's tasks or machines. */
  routerSecurityGroupId: z
    .string()
    .regex(/^sg-[0-9a-f]{8,17}$/, 'must be the id of a security group, such as sg-0123456789abcdef0')
    .optional(),
  /** IPv4 ranges that reach the ports of sandboxes, where the ingress is direct. */
  sandboxIngressCidrs: z.array(z.cidrv4()).min(1),
} as const;

type IngressSettings = z.output<z.ZodObject<typeof ingressSettings>> & { readonly apiDomain?: string | undefined };

/** What is wrong between settings of the ingress, in one sentence; undefined where they fit together. */
export function ingressProblem(stage: Stage, settings: IngressSettings): string | undefined {
  return (
    misplaced(settings) ?? (settings.ingress === 'router' ? routerProblem(settings) : domainProblem(stage, settings))
  );
}

/** Settings that only some kinds of ingress have. */
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
    return `sandboxIngressCidrs: has no meaning with the ingress '${settings.ingress}'; a web ACL (sandboxWebAclArn) can narrow it.`;
  }
  for (const [name, kinds] of Object.entries(belongTo)) {
    const value = settings[name as keyof typeof belongTo];
    const isGiven = value !== undefined && value !== false;
    if (isGiven && !kinds.some((kind) => kind === settings.ingress)) {
      return `${name}: has no meaning with the ingress '${settings.ingress}'; it is for ${kinds.join(' and ')}.`;
    }
  }
  const { sandboxDomain, apiDomain } = settings;
  if (sandboxDomain === undefined || apiDomain === undefined || !isNested(sandboxDomain, apiDomain.toLowerCase())) {
    return undefined;
  }
  return `sandboxDomain: ${sandboxDomain} must neither be, hold nor stand below apiDomain ${apiDomain}, as sandboxes could then set cookies for the API.`;
}

/** Whether one domain is the other, or stands below it. */
export function isNested(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}

function routerProblem({ sandboxDomain, routerSecurityGroupId }: IngressSettings): string | undefined {
  if (sandboxDomain === undefined)
    return "sandboxDomain: the ingress 'router' needs it, as the router has no address of its own.";
  if (routerSecurityGroupId === undefined) {
    return "routerSecurityGroupId: the ingress 'router' needs it, as only the router may reach sandboxes.";
  }
  return undefined;
}

function domainProblem(stage: Stage, settings: IngressSettings): string | undefined {
  const { sandboxDomain, sandboxCertificateArn, sandboxHostedZoneId } = settings;
  if (sandboxDomain === undefined) {
    const [alone] = Object.entries({ sandboxCertificateArn, sandboxHostedZoneId }).filter(([, value]) => value);
    return alone === undefined ? undefined : `${alone[0]}: needs sandboxDomain beside it.`;
  }
  // The local edge has certificates of its own, or none.
  if (sandboxCertificateArn !== undefined || stage === 'local') return undefined;
  return `sandboxDomain: needs sandboxCertificateArn, a certificate for *.${sandboxDomain} in us-east-1.`;
}
