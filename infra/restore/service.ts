import { findService, type OutputName, type Target } from '../keys/find-service.ts';

/** A deployed service or the local one, with these outputs of its stacks. @throws UserError */
export async function findForRestore<Name extends OutputName>(target: Target, ...names: readonly Name[]) {
  const { client, outputs } = await findService(target, ...names);
  // Lambda takes 15 changes of functions in a second, EC2 and DynamoDB a few: the clients wait and repeat.
  const prefix = target.stack?.replace(/-(data|sandboxes|api)$/, '');
  return { client: { ...client, maxAttempts: 10, retryMode: 'adaptive' }, outputs, prefix };
}
