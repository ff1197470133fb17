import {
  GetAWSDefaultServiceQuotaCommand,
  GetServiceQuotaCommand,
  NoSuchResourceException,
  type ServiceQuotasClient,
} from '@aws-sdk/client-service-quotas';

export interface Quota {
  readonly service: string;
  readonly code: string;
  /** As the console of Service Quotas calls it. */
  readonly name: string;
}

/** What `quotaOf` asks for. */
export const QUOTA_ACTIONS = ['servicequotas:GetServiceQuota', 'servicequotas:GetAWSDefaultServiceQuota'] as const;

/** The quota of this account and Region; AWS keeps a value of its own only for those that were ever changed. */
export async function quotaOf(client: ServiceQuotasClient, { service, code }: Quota): Promise<number> {
  const named = { ServiceCode: service, QuotaCode: code };
  try {
    return known((await client.send(new GetServiceQuotaCommand(named))).Quota?.Value, code);
  } catch (error) {
    if (!(error instanceof NoSuchResourceException)) throw error;
    return known((await client.send(new GetAWSDefaultServiceQuotaCommand(named))).Quota?.Value, code);
  }
}

/** How to ask for more of a quota. */
export function raise({ service, code }: Quota, wanted: number): string {
  return `aws service-quotas request-service-quota-increase --service-code ${service} --quota-code ${code} --desired-value ${wanted}`;
}

function known(value: number | undefined, code: string): number {
  if (value === undefined) throw new Error(`Service Quotas gave no value for ${code}`);
  return value;
}
