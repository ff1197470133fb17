import type { ErrorCode } from '../../../contract/endpoint/error-codes.ts';

/** In refusals of models whose interface is another one. Agents report these words. */
export const OTHER_INTERFACE = 'model_interface_missing' satisfies ErrorCode;
