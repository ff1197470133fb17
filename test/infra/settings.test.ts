import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { describe, expect, it } from 'vitest';
import { functionNameOf } from '../../infra/api/names.ts';
import { createApp } from '../../infra/app.ts';
import { prefixOf, settingsFor } from '../../infra/config.ts';
import { retentionDays } from '../../infra/settings/schema.ts';

const given = (context: Record<string, unknown>) => settingsFor((key) => context[key], Object.keys(context));

const sandboxCertificate = 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b2c3d-1111-2222-3333-444455556666';
const consoleDomain = { consoleDomain: 'console.example.com', consoleCertificateArn: sandboxCertificate };

describe('settings', () => {
  it('have a default for everything, and choose the development stage without a stage name', () => {
    const settings = given({});

    expect(settings).toMatchObject({ stage: 'dev', sandboxLimit: 10, defaultSpec: 'openhands', allowedOrigins: ['*'] });
    expect(prefixOf(settings)).toBe('agent-conversations-dev');
  });

  it('offer the reference agent only locally', () => {
    expect(given({ stage: 'local' })).toMatchObject({ defaultSpec: 'reference', sandboxLimit: 250 });
    expect(given({ stage: 'prod' }).specs).toEqual(['openhands']);
  });

  it('let the stage override the default, and the command line override both', () => {
    const stages = { prod: { sandboxLimit: 20, requestBurst: 50 }, dev: { sandboxLimit: 3 } };

    expect(given({ stage: 'prod', stages })).toMatchObject({ sandboxLimit: 20, requestBurst: 50 });
    expect(given({ stage: 'prod', stages, sandboxLimit: '30' })).toMatchObject({ sandboxLimit: 30, requestBurst: 50 });
  });

  it('read lists, numbers and booleans in the form of the command line', () => {
    const settings = given({
      allowedOrigins: 'https://a.example, https://b.example',
      console: 'false',
      protectData: 'false',
    });

    expect(settings.allowedOrigins).toEqual(['https://a.example', 'https://b.example']);
    expect(settings.protectData).toBe(false);
    expect(given({ llmModels: 'openai/a,openai/b' }).llmModels).toEqual(['openai/a', 'openai/b']);
    expect(given({ reservedConcurrency: 'authorize=100,sweep-sandboxes=2' }).reservedConcurrency).toEqual({
      authorize: 100,
      'sweep-sandboxes': 2,
    });
    const image = `registry.example/agent@sha256:${'0'.repeat(64)}`;
    expect(given({ images: `openhands=${image}` }).images).toEqual({ openhands: image });
  });

  it.each([
    ['none', 'none'],
    ['basic', 'basic'],
    ['all', 'all'],
    ['true', 'basic'],
    ['false', 'none'],
  ])('choose a set of alarms, also by the words of earlier releases: %s', (value, alarms) => {
    expect(given({ alarms: value }).alarms).toBe(alarms);
  });

  it('have the basic alarms by default, except locally', () => {
    expect([given({}), given({ stage: 'prod' }), given({ stage: 'local' })].map(({ alarms }) => alarms)).toEqual([
      'basic',
      'basic',
      'none',
    ]);
  });

  it('have CloudFront in front of sandboxes everywhere, and a domain without a certificate only locally', () => {
    expect(['local', 'dev', 'prod'].map((stage) => given({ stage }).ingress)).toEqual(Array(3).fill('cloudfront'));
    expect(given({ stage: 'local', sandboxDomain: 'localhost' }).sandboxDomain).toBe('localhost');
  });

  it("can have a sandbox domain in addition to the API's", () => {
    const settings = given({
      sandboxDomain: 'example.net',
      sandboxCertificateArn: sandboxCertificate,
      apiDomain: 'api.example.com',
      apiHostedZoneId: 'Z0123456789ABCDEFGHIJ',
    });

    expect(settings).toMatchObject({ sandboxDomain: 'example.net', apiDomain: 'api.example.com' });
  });

  it('have a console on deployed stages, and allow its domain to call the API', () => {
    expect(['local', 'dev', 'prod'].map((stage) => given({ stage }).console)).toEqual([false, true, true]);
    expect(given({ ...consoleDomain }).allowedOrigins).toEqual(['*']);
    const origins = ['https://a.example', 'https://console.example.com'];
    expect(given({ ...consoleDomain, allowedOrigins: 'https://a.example' }).allowedOrigins).toEqual(origins);
    expect(given({ ...consoleDomain, allowedOrigins: origins.join(',') }).allowedOrigins).toEqual(origins);
    expect(given({ console: false, allowedOrigins: 'https://a.example' }).allowedOrigins).toEqual([
      'https://a.example',
    ]);
  });

  it('accept every log retention period of the CDK', () => {
    expect(retentionDays).toEqual(Object.values(RetentionDays).filter((value) => typeof value === 'number'));
  });

  it('name functions by the stage and their id', () => {
    expect(functionNameOf(given({}), 'get-sandbox')).toBe('agent-conversations-dev-get-sandbox');
  });

  it.each([
    [{ stage: 'staging' }, "The stage 'staging' does not exist: choose one of local, dev, prod."],
    [{ sandboxLimit: 0 }, "Settings of stage 'dev': sandboxLimit:"],
    [{ allowedOrigins: 'app.example.com' }, "allowedOrigins.0: must be '*' or an origin"],
    [{ allowedOrigins: '*,https://a.example' }, "allowedOrigins: cannot contain '*' and other origins"],
    [{ logRetentionDays: 42 }, 'logRetentionDays:'],
    [{ legacySunset: 'next year' }, 'legacySunset:'],
    [{ publicLinks: 'no' }, 'publicLinks:'],
    [{ launchesPerSecond: 0 }, 'launchesPerSecond:'],
    [{ appMode: 'cloud' }, 'appMode:'],
    [{ providersConfigured: 'github,sourceforge' }, 'providersConfigured.1:'],
    [{ llmModels: 'openai/a b' }, 'llmModels.0: must be the name of a model'],
    [{ availabilityZones: 'us-east-1a,us-east-1b' }, 'availabilityZones.0: must be the ID of a zone, such as euw1-az1'],
    [{ availabilityZones: 'use1-az1,use1-az3' }, 'use1-az3 is not suitable: Fargate cannot attach volumes there (as'],
    [{ availabilityZones: 'use1-az1,use2-az1' }, 'use1-az1 and use2-az1 are zones of different Regions.'],
    [{ availabilityZones: 'use1-az1,use1-az1' }, 'availabilityZones: names a zone twice.'],
    [{ volumeKeyArn: 'alias/aws/ebs' }, 'volumeKeyArn: must be the full ARN of a KMS key'],
    [{ ebsKeyArns: 'alias/aws/ebs' }, 'ebsKeyArns.0: must be the full ARN of a KMS key'],
    [
      { llmApiKeySecretKeyArn: 'arn:aws:kms:eu-west-1:123456789012:key/1' },
      'llmApiKeySecretKeyArn: needs llmApiKeySecretArn too.',
    ],
    [{ vaultKeyArn: 'alias/vault' }, 'vaultKeyArn: must be the full ARN of a KMS key'],
    [{ alarmTopicArn: 'operators' }, 'alarmTopicArn: must be the full ARN of a topic'],
    [{ apiDomain: 'https://api.example.com' }, 'apiDomain: must be a domain name'],
    [{ webUrl: 'https://app.example.com/?x=$a' }, 'webUrl: must be a URL'],
    [{ apiDomain: 'api.example.com' }, 'apiDomain: needs apiCertificateArn or apiHostedZoneId.'],
    [{ apiHostedZoneId: 'Z0123456789ABCDEFGHIJ' }, 'apiDomain: apiCertificateArn and apiHostedZoneId need it.'],
    [{ apiDomain: 'api.example.com', apiHostedZoneId: 'example.com' }, 'apiHostedZoneId: must be the ID'],
    [{ apiDomain: 'api.example.com', apiCertificateArn: 'mine' }, 'apiCertificateArn: must be the full ARN'],
    [{ webAclArn: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/a/b' }, 'webAclArn: must be the full ARN'],
    [{ alarms: 'some' }, 'alarms:'],
    [{ budgetMail: 'operators' }, 'budgetMail:'],
    [{ mailFrom: 'Agents <agents@example.com>' }, 'mailFrom:'],
    [{ tracedPercent: 101 }, 'tracedPercent:'],
    [{ monthlyBudgetDollars: 250 }, 'monthlyBudgetDollars: needs budgetMail or alarmTopicArn too'],
    [{ name: 'No Spaces' }, 'name: must be 2 to 24 lower-case letters'],
    [
      { stages: { dev: { sandboxLimits: 3 } } },
      "stage 'dev': 'sandboxLimits' is not a setting, did you mean 'sandboxLimit'?",
    ],
    [
      { stage: 'dev', stages: { prod: { alarm: 1 } } },
      "stage 'prod': 'alarm' is not a setting, did you mean 'alarms'?",
    ],
    [{ stages: { dev: { somethingElse: 3 } } }, "stage 'dev': 'somethingElse' is not a setting"],
    [{ sandboxlimit: '5' }, "'sandboxlimit' is not a setting, did you mean 'sandboxLimit'?"],
    [{ 'sandbox-limit': '5' }, "'sandbox-limit' is not a setting, did you mean 'sandboxLimit'?"],
    [{ sandbxoLimit: '5' }, "'sandbxoLimit' is not a setting, did you mean 'sandboxLimit'?"],
    [{ stgae: 'prod' }, "'stgae' is not a setting, did you mean 'stage'?"],
    [{ authURL: 'https://a.example' }, "'authURL' is not a setting, did you mean 'authUrl'?"],
    [
      { alowedOrigins: '*', logRetentionDay: '7' },
      "'alowedOrigins' is not a setting, did you mean 'allowedOrigins'?; 'log",
    ],
    [{ stages: { staging: {} } }, "The context 'stages' must map local, dev, prod to objects"],
    [{ webhookLoopback: 'true' }, 'webhookLoopback: only for the local stage.'],
    [{ stage: 'prod', webhookLoopback: true }, 'webhookLoopback: only for the local stage.'],
    [{ waitsPerKey: -1 }, 'waitsPerKey:'],
    [{ waits: 10_001 }, 'waits:'],
    [{ reservedConcurrency: { authorise: 100 } }, 'reservedConcurrency.authorise: no such setting'],
    [{ reservedConcurrency: { authorize: 0 } }, 'reservedConcurrency.authorize:'],
    [{ reservedConcurrency: '100' }, 'reservedConcurrency.100: no such setting'],
    [{ reservedConcurrency: 100 }, 'reservedConcurrency: must map IDs of functions to numbers'],
    [{ images: 'openhands=registry.example/agent:1.0' }, 'images.openhands: must name an image by digest'],
    [{ ingress: 'tunnel' }, 'ingress:'],
    [{ sandboxDomain: 'Sandboxes.example.com' }, 'sandboxDomain: must be in lower case'],
    [{ sandboxDomain: 'https://sandboxes.example.com' }, 'sandboxDomain: must be a domain name'],
    [{ sandboxDomain: `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(22)}` }, 'at most 204 char'],
    [
      { sandboxDomain: 'sandboxes.example.com' },
      'sandboxDomain: needs sandboxCertificateArn, a certificate for *.sand',
    ],
    [{ sandboxCertificateArn: sandboxCertificate }, 'sandboxCertificateArn: needs sandboxDomain too.'],
    [{ sandboxHostedZoneId: 'Z0123456789ABCDEFGHIJ' }, 'sandboxHostedZoneId: needs sandboxDomain too.'],
    [{ sandboxHostedZoneId: 'example.com' }, 'sandboxHostedZoneId: must be the ID'],
    [
      { sandboxCertificateArn: sandboxCertificate.replace('us-east-1', 'eu-west-1') },
      'sandboxCertificateArn: must be the full ARN of a certificate in us-east-1',
    ],
    [
      { sandboxWebAclArn: 'arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/a/b' },
      'sandboxWebAclArn: must be the full ARN of a global web ACL',
    ],
    [{ routerSecurityGroupId: 'router' }, 'routerSecurityGroupId: must be the ID of a security group'],
    [
      { routerSecurityGroupId: 'sg-0123456789abcdef0' },
      "routerSecurityGroupId: not for the ingress 'cloudfront', only for router.",
    ],
    [{ ingress: 'router' }, "sandboxDomain: the ingress 'router' needs it"],
    [
      { ingress: 'router', sandboxDomain: 'sandboxes.example.com' },
      "routerSecurityGroupId: the ingress 'router' needs it",
    ],
    [{ ingress: 'direct', sandboxDomain: 'a.example.com' }, "sandboxDomain: not for the ingress 'direct'"],
    [{ ingress: 'direct', sandboxLogs: true }, "sandboxLogs: not for the ingress 'direct', only for cloudfront."],
    [{ sandboxIngressCidrs: '192.0.2.0/24' }, "sandboxIngressCidrs: only for the ingress 'direct'."],
    ...['example.com', 'api.example.com', 'sandboxes.api.example.com'].map(
      (sandboxDomain): [Record<string, unknown>, string] => [
        {
          sandboxDomain,
          sandboxCertificateArn: sandboxCertificate,
          apiDomain: 'API.example.com',
          apiHostedZoneId: 'Z0123456789ABCDEFGHIJ',
        },
        `sandboxDomain: ${sandboxDomain} must not be, contain or be below apiDomain`,
      ],
    ),
    [{ consoleDomain: 'Console.example.com' }, 'consoleDomain: must be in lower case'],
    [
      { consoleDomain: 'console.example.com' },
      'consoleDomain: needs consoleCertificateArn, a certificate for console.',
    ],
    [{ consoleCertificateArn: consoleDomain.consoleCertificateArn }, 'consoleCertificateArn: needs consoleDomain'],
    [{ consoleHostedZoneId: 'Z0123456789ABCDEFGHIJ' }, 'consoleHostedZoneId: needs consoleDomain too.'],
    [{ ...consoleDomain, consoleCertificateArn: 'mine' }, 'consoleCertificateArn: must be the full ARN of a certifi'],
    [{ ...consoleDomain, console: false }, 'consoleDomain: needs console to be true.'],
    [{ ...consoleDomain, stage: 'local' }, 'consoleDomain: not for the local stage'],
    [
      { ...consoleDomain, apiDomain: 'Console.example.com', apiHostedZoneId: 'Z0123456789ABCDEFGHIJ' },
      'consoleDomain: must differ from apiDomain, console.example.com.',
    ],
    ...['example.com', 'console.example.com', 'sandboxes.console.example.com'].map(
      (sandboxDomain): [Record<string, unknown>, string] => [
        { ...consoleDomain, sandboxDomain, sandboxCertificateArn: sandboxCertificate },
        `consoleDomain: console.example.com must not be, contain or be below sandboxDomain ${sandboxDomain}`,
      ],
    ),
    [{ allowedOrigins: 'https://a.example' }, 'allowedOrigins: excludes the console, whose URL CloudFront makes'],
    [{ stage: 'local', console: true, allowedOrigins: 'https://a.example' }, 'or start with --no-console.'],
    [{ defaultSpec: 'other' }, "defaultSpec: 'other' is not one of specs."],
  ])('are refused with the name of the setting: %j', (context, sentence) => {
    expect(() => given(context)).toThrow(sentence);
  });

  it('ignore context values of others', () => {
    const foreign = {
      '@aws-cdk/core:stackRelativeExports': true,
      'aws:cdk:enable-path-metadata': true,
      'availability-zones:account=123456789012:region=eu-west-1': ['eu-west-1a'],
      'cli-telemetry': false,
      account: '123456789012',
      environment: 'test',
      nag: 'true',
      owner: 'platform',
      region: 'eu-west-1',
      tags: {},
      vpcId: 'vpc-1',
    };

    expect(given(foreign)).toEqual(given({}));
  });

  it('are refused by the app when the command line misspells one', () => {
    expect(() => createApp({ bundles: 'none', stage: 'dev', context: { sandboxlimit: '5' } })).toThrow(
      "Context of the CDK: 'sandboxlimit' is not a setting, did you mean 'sandboxLimit'?",
    );
  });
});
