import { noun } from '../../command.ts';
import { createKey } from './create.ts';
import { listKeys } from './list.ts';
import { revokeKey } from './revoke.ts';
import { rotateKey } from './rotate.ts';

export const keys = noun('keys', ['key'], 'Create, rotate and revoke API keys', [
  listKeys,
  createKey,
  rotateKey,
  revokeKey,
]);
