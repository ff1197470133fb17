import { openhands } from './openhands.ts';
import type { SpecSource } from './schema.ts';

/** `openhands` on x86, for programs that do not run on Arm. */
export const openhandsX86: SpecSource = { ...openhands, id: 'openhands-x86', architecture: 'X86_64' };
