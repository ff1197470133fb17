import { CfnOutput } from 'aws-cdk-lib';
import { DomainName, EndpointType, SecurityPolicy, type SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Certificate, CfnCertificate, type ICertificateRef } from 'aws-cdk-lib/aws-certificatemanager';
import { CfnRecordSet } from 'aws-cdk-lib/aws-route53';
import { Construct } from 'constructs';
import type { Settings } from '../config.ts';

type DomainSettings = Pick<Settings, 'apiDomain' | 'apiCertificateArn' | 'apiHostedZoneId'>;

/**
 * The API under a domain of the operator, without the stage in its paths. A hosted zone gets the record of the domain,
 * and that of a certificate unless the operator has one; without a zone, an output says where the record must lead.
 */
export class ApiDomain extends Construct {
  constructor(scope: Construct, id: string, api: SpecRestApi, { apiDomain = '', ...settings }: DomainSettings) {
    super(scope, id);
    const domain = new DomainName(this, 'Name', {
      domainName: apiDomain,
      certificate: this.#certificate(apiDomain, settings),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
      mapping: api,
    });
    const { domainNameAliasDomainName: target, domainNameAliasHostedZoneId: targetZoneId } = domain;
    if (settings.apiHostedZoneId === undefined) {
      new CfnOutput(this, 'Target', { value: target, description: `Point ${apiDomain} there by a CNAME record.` });
      return;
    }
    new CfnRecordSet(this, 'Record', {
      hostedZoneId: settings.apiHostedZoneId,
      name: apiDomain,
      type: 'A',
      aliasTarget: { dnsName: target, hostedZoneId: targetZoneId },
    });
  }

  #certificate(domainName: string, { apiCertificateArn, apiHostedZoneId }: DomainSettings): ICertificateRef {
    if (apiCertificateArn !== undefined) return Certificate.fromCertificateArn(this, 'Given', apiCertificateArn);
    return new CfnCertificate(this, 'Certificate', {
      domainName,
      validationMethod: 'DNS',
      domainValidationOptions: [{ domainName, ...(apiHostedZoneId && { hostedZoneId: apiHostedZoneId }) }],
    });
  }
}
