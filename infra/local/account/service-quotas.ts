import { AwsError } from '../aws/aws-error.ts';
import type { JsonOperations } from './source.ts';

/** What AWS gives to each account, by service and code. */
const defaults: Readonly<Record<string, number>> = {
  'apigateway/L-8A5B8E43': 10_000,
  'apigateway/L-CDF5615A': 5_000,
  'ebs/L-309BACF6': 100_000,
  'ebs/L-7A658B76': 50,
  'fargate/L-3032A538': 6,
  'vpc/L-F678F1CE': 5,
};

/** A quota that was never changed has its default alone, as some have it in AWS. */
export const serviceQuotas: JsonOperations = (operation, { ServiceCode, QuotaCode }, { facts }) => {
  const values = { GetServiceQuota: facts.quotas, GetAWSDefaultServiceQuota: defaults }[operation];
  if (values === undefined) return undefined;
  const Value = values[`${String(ServiceCode)}/${String(QuotaCode)}`];
  if (Value === undefined) {
    throw new AwsError('NoSuchResourceException', 'The request failed because the specified quota does not exist.');
  }
  return { Quota: { ServiceCode, QuotaCode, Value, Adjustable: true, GlobalQuota: false } };
};
