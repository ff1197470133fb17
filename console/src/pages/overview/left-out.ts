import { requiredScopes } from '../../../../shared/client/api-types.ts';
import type { OperationName } from '../../session/session.ts';

const parts = [
  ['running sandboxes', 'GET /api/v1/sandboxes/search'],
  ['starts', 'GET /api/v1/app-conversations/start-tasks/search'],
  ['spend', 'GET /api/v1/usage'],
] as const satisfies readonly (readonly [string, OperationName])[];

/** The parts of the overview that a key may not see, each with the scope that it lacks. */
export function leftOut(can: (operation: OperationName) => boolean): readonly string[] {
  return parts
    .filter(([, operation]) => !can(operation))
    .map(([part, operation]) => `${part} (${requiredScopes[operation]})`);
}
