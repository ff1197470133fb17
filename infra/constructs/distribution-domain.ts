import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { type Distribution, SecurityPolicyProtocol } from 'aws-cdk-lib/aws-cloudfront';
import { CfnRecordSet } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';

/** The hosted zone of all CloudFront distributions. */
const CLOUDFRONT_ZONE = 'Z2FDTNDATAQYW2';

/** The certificate of a distribution's domain. */
export function certificateOf(scope: Construct, certificateArn: string) {
  return {
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
    minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
  };
}

/** Points a domain to a distribution, over IPv4 and IPv6. */
export function addRecords(scope: Construct, name: string, hostedZoneId: string, distribution: Distribution): void {
  const aliasTarget = { dnsName: distribution.distributionDomainName, hostedZoneId: CLOUDFRONT_ZONE };
  for (const type of ['A', 'AAAA']) new CfnRecordSet(scope, `Record${type}`, { hostedZoneId, name, type, aliasTarget });
}

/** Accepted for every distribution by id of cdk-nag. */
export const acceptedTls = {
  'AwsSolutions-CFR4': 'Without a domain, CloudFront chooses the oldest TLS version. With a domain, it is 1.2.',
} as const;
