import {
  GetAWSDefaultServiceQuotaCommand,
  GetServiceQuotaCommand,
  NoSuchResourceException,
  type ServiceQuotasClient,
} from '@aws-sdk/client-service-quotas';

export interface Quota {
  readonly service: string;
  readonly code: string;
  /** The name in the console of Service Quotas. */
  readonly name: string;
}

/** The IAM actions of `quotaOf`. */
export const QUOTA_ACTIONS = ['servicequotas:GetServiceQuota', 'servicequotas:GetAWSDefaultServiceQuota'] as const;

/** The quota of this account and Region, or AWS's default if it was never changed. */
export async function quotaOf(client: ServiceQuotasClient, { service, code }: Quota): Promise<number> {
  const named = { ServiceCode: service, QuotaCode: code };
  try {
    return known((await client.send(new GetServiceQuotaCommand(named))).Quota?.Value, code);
  } catch (error) {
    if (!(error instanceof NoSuchResourceException)) throw error;
    return known((await client.send(new GetAWSDefaultServiceQuotaCommand(named))).Quota?.Value, code);
  }
}

/** The remedy of a quota that is too low. @param region the only Region that has the quota of a global service */
export function askForMore({ service, code }: Omit<Quota, 'name'>, wanted: number, region?: string): string {
  const where = region === undefined ? '' : ` --region ${region}`;
  return `Ask for more: \`aws service-quotas request-service-quota-increase${where} --service-code ${service} --quota-code ${code} --desired-value ${wanted}\`.`;
}

function known(value: number | undefined, code: string): number {
  if (value === undefined) throw new Error(`Service Quotas has no value for ${code}.`);
  return value;
}
