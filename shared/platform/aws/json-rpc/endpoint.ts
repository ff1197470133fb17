import { optionalEnv, requireEnv } from '../../env.ts';

/** The DNS suffixes of partitions other than `aws`, by the prefix of their regions. */
const suffixes: Readonly<Record<string, string>> = {
  'cn-': 'amazonaws.com.cn',
  'eusc-': 'amazonaws.eu',
  'us-iso-': 'c2s.ic.gov',
  'us-isob-': 'sc2s.sgov.gov',
  'eu-isoe-': 'cloud.adc-e.uk',
  'us-isof-': 'csp.hci.ic.gov',
};

/** A service that is called without the SDK's client. */
export type Service = 'dynamodb' | 'ebs' | 'kms' | 'lambda' | 'secretsmanager' | 'ses';

/** Services whose hosts do not begin with the name that requests are signed for. */
const hosts: Readonly<Partial<Record<Service, string>>> = { ses: 'email' };

/** The endpoint of a service in a region. */
export function endpointOf(region: string, service: Service = 'dynamodb'): string {
  const [, suffix = 'amazonaws.com'] = Object.entries(suffixes).find(([start]) => region.startsWith(start)) ?? [];
  return `https://${hosts[service] ?? service}.${region}.${suffix}`;
}

/** Each named in full, as a test compares the variables in the code with those of the functions. */
const givenFor: Readonly<Record<Service, () => string | undefined>> = {
  dynamodb: () => optionalEnv('AWS_ENDPOINT_URL_DYNAMODB'),
  ebs: () => optionalEnv('AWS_ENDPOINT_URL_EBS'),
  kms: () => optionalEnv('AWS_ENDPOINT_URL_KMS'),
  lambda: () => optionalEnv('AWS_ENDPOINT_URL_LAMBDA'),
  secretsmanager: () => optionalEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER'),
  ses: () => optionalEnv('AWS_ENDPOINT_URL_SESV2'),
};

/** The endpoint for this function. The local service sets these variables of the SDK. */
export function configuredEndpoint(service: Service = 'dynamodb'): URL {
  const given = givenFor[service]();
  return new URL(given ?? optionalEnv('AWS_ENDPOINT_URL') ?? endpointOf(requireEnv('AWS_REGION'), service));
}
