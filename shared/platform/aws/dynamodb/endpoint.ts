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

/** The endpoint of DynamoDB in a region. */
export function endpointOf(region: string): string {
  const [, suffix = 'amazonaws.com'] = Object.entries(suffixes).find(([start]) => region.startsWith(start)) ?? [];
  return `https://dynamodb.${region}.${suffix}`;
}

/** The endpoint for this function. The local service sets these variables of the SDK. */
export function configuredEndpoint(): URL {
  const given = optionalEnv('AWS_ENDPOINT_URL_DYNAMODB') ?? optionalEnv('AWS_ENDPOINT_URL');
  return new URL(given ?? endpointOf(requireEnv('AWS_REGION')));
}
