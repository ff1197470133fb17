import { AwsError } from '../aws/aws-error.ts';
import type { JsonOperations } from './source.ts';

/** The parameter by which the CDK finds its bootstrap stack. */
const BOOTSTRAP_VERSION = '/cdk-bootstrap/hnb659fds/version';

export const ssm: JsonOperations = (operation, { Name }, { facts: { bootstrap_version: version } }) => {
  if (operation !== 'GetParameter') return undefined;
  if (Name !== BOOTSTRAP_VERSION || version === null) throw new AwsError('ParameterNotFound', '');
  return { Parameter: { Name, Type: 'String', Value: String(version), Version: 1 } };
};
