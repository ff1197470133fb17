import type { QueryOperations } from './source.ts';

/** The caller with the local cloud's own key is an operator. */
export const sts: QueryOperations = (operation, _input, { place: { accountId } }) => {
  if (operation !== 'GetCallerIdentity') return undefined;
  return { Arn: `arn:aws:iam::${accountId}:user/operator`, UserId: 'AIDALOCALOPERATOR', Account: accountId };
};
