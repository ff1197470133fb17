import { AwsError } from '../aws/aws-error.ts';
import type { QueryOperations } from './source.ts';

/** Service-linked roles; those of functions are the template's alone. */
export const iam: QueryOperations = (operation, { RoleName }, { facts, place }) => {
  if (operation !== 'GetRole') return undefined;
  const name = String(RoleName);
  if (!facts.roles.includes(name)) {
    throw new AwsError('NoSuchEntity', `The role with name ${name} cannot be found.`, 404);
  }
  return {
    Role: {
      Path: '/aws-service-role/',
      RoleName: name,
      RoleId: 'AROALOCAL',
      Arn: `arn:aws:iam::${place.accountId}:role/aws-service-role/${name}`,
      CreateDate: new Date(0),
    },
  };
};
