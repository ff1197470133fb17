import { knowOwnAddress } from './groups.ts';
import type { AreaRights } from './statement.ts';

export const mcpRights = {
  // Tools call the public API with the caller's own key.
  'call-mcp': knowOwnAddress,
} satisfies AreaRights<'mcp'>;
