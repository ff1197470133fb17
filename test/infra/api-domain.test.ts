import { describe, expect, it } from 'vitest';
import { Grants } from './grants.ts';
import { changed, changedProduction, production, Synthesis } from './synthesis.ts';

const certificateArn = 'arn:aws:acm:eu-west-1:123456789012:certificate/0a1b2c3d-1111-2222-3333-444455556666';

describe('the domain of the API', () => {
  const withZone = changedProduction();
  const only = (of: Synthesis, type: string) => {
    const [first, ...others] = of.resources('api', type);
    expect(others).toEqual([]);
    return first?.properties;
  };

  it('is not made without a setting, and the API then has the address of its stage', () => {
    const { BaseUrl } = production().template('api').toJSON().Outputs;

    expect(production().everyResource('AWS::ApiGateway::DomainName')).toEqual([]);
    expect(JSON.stringify(BaseUrl.Value)).toMatch(/\.execute-api\..*\/prod"/);
  });

  it('gets a certificate and a record in the hosted zone, and maps to the stage without its name', () => {
    const name = changed.apiDomain;
    const certificate = only(withZone, 'AWS::CertificateManager::Certificate');
    const stage = withZone.resources('api', 'AWS::ApiGateway::Stage')[0];

    expect(only(withZone, 'AWS::ApiGateway::DomainName')).toMatchObject({
      DomainName: name,
      EndpointConfiguration: { Types: ['REGIONAL'] },
      SecurityPolicy: 'TLS_1_2',
      RegionalCertificateArn: { Ref: expect.stringContaining('Certificate') },
    });
    expect(certificate).toMatchObject({
      DomainName: name,
      ValidationMethod: 'DNS',
      DomainValidationOptions: [{ DomainName: name, HostedZoneId: changed.apiHostedZoneId }],
    });
    const mapping = only(withZone, 'AWS::ApiGateway::BasePathMapping');
    expect(mapping).toMatchObject({ Stage: { Ref: stage?.logicalId } });
    expect(mapping).not.toHaveProperty('BasePath');
    expect(only(withZone, 'AWS::Route53::RecordSet')).toMatchObject({
      Name: name,
      Type: 'A',
      HostedZoneId: changed.apiHostedZoneId,
      AliasTarget: { DNSName: { 'Fn::GetAtt': [expect.any(String), 'RegionalDomainName'] } },
    });
  });

  it('is where clients, agents and documents find the API', () => {
    const { BaseUrl } = withZone.template('api').toJSON().Outputs;
    const following = [...new Grants(withZone).variables].filter(([, variables]) => 'PUBLIC_BASE_URL' in variables);

    expect(BaseUrl.Value).toBe('https://api.example.com');
    expect(following.map(([id]) => id).sort()).toEqual([
      'authorize-device',
      'boot-sandbox',
      'build-prebuild',
      'call-mcp',
      ...['create-prebuild', 'get-openapi', 'get-prebuild', 'list-prebuilds', 'request-prebuild-build'],
      ...['rotate-prebuild-secret', 'run-start-task', 'update-prebuild'],
    ]);
    for (const [, variables] of following) expect(variables.PUBLIC_BASE_URL).toBe('https://api.example.com');
  });

  it("uses the operator's certificate, and without a hosted zone an output names the DNS target", () => {
    const own = new Synthesis({
      stage: 'prod',
      context: { apiDomain: 'api.example.com', apiCertificateArn: certificateArn },
    });
    own.remove();
    const target = Object.values<{ Description?: string }>(own.template('api').toJSON().Outputs).find(
      ({ Description }) => Description === 'Point api.example.com to this name with a CNAME record.',
    );

    expect(only(own, 'AWS::ApiGateway::DomainName')).toMatchObject({ RegionalCertificateArn: certificateArn });
    expect(own.everyResource('AWS::Route53::RecordSet')).toEqual([]);
    expect(target).toMatchObject({ Value: { 'Fn::GetAtt': [expect.any(String), 'RegionalDomainName'] } });
  });

  it("can have the operator's web ACL", () => {
    const stages = withZone.resources('api', 'AWS::ApiGateway::Stage').map(({ logicalId }) => ({ Ref: logicalId }));
    const guarded = withZone.everyResource('AWS::WAFv2::WebACLAssociation');
    expect(guarded.map(({ properties }) => properties.WebACLArn)).toEqual(stages.map(() => changed.webAclArn));
    for (const stage of stages) expect(JSON.stringify(guarded)).toContain(JSON.stringify(stage));
    expect(production().everyResource('AWS::WAFv2::WebACLAssociation')).toEqual([]);
  });
});
