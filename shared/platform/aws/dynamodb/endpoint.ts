import { optionalEnv, requireEnv } from '../../env.ts';

/** The DNS suffixes of the partitions that have another one than most regions, by the beginning of a region. */
const suffixes: Readonly<Record<string, string>> = {
  'cn-': 'amazonaws.com.cn',
  'eusc-': 'amazonaws.eu',
  'us-iso-': 'c2s.ic.gov',
  'us-isob-': 'sc2s.sgov.gov',
  'eu-isoe-': 'cloud.adc-e.uk',
  'us-isof-': 'csp.hci.ic.gov',
};

/** Where DynamoDB of a region is called. */
export function endpointOf(region: string): string {
  const [, suffix = 'amazonaws.com'] = Object.entries(suffixes).find(([start]) => region.startsWith(start)) ?? [];
  return `https://dynamodb.${region}.${suffix}`;
}

/** Where this function calls DynamoDB. The variables are the SDK's, which the service on one machine sets. */
export function configuredEndpoint(): URL {
  const given = optionalEnv('AWS_ENDPOINT_URL_DYNAMODB') ?? optionalEnv('AWS_ENDPOINT_URL');
  return new URL(given ?? endpointOf(requireEnv('AWS_REGION')));
}
