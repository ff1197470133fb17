import { noun } from '../../command.ts';
import { deleteSandbox } from './delete.ts';
import { getSandbox } from './get.ts';
import { listSandboxes } from './list.ts';
import { pauseSandbox, resumeSandbox } from './pause-resume.ts';
import { startSandbox } from './start.ts';

export const sandboxes = noun('sandboxes', ['sandbox', 'sb'], 'List and manage sandboxes', [
  listSandboxes,
  getSandbox,
  startSandbox,
  pauseSandbox,
  resumeSandbox,
  deleteSandbox,
]);
