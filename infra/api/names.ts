import { prefixOf, type Settings } from '../config.ts';

export type Named = Pick<Settings, 'name' | 'stage'>;

/**
 * The name of a function in AWS. It follows from the id, so that nothing refers to the function's stack in order to
 * name it, and an operator finds it by what the contract calls it.
 */
export function functionNameOf(settings: Named, id: string): string {
  return `${prefixOf(settings)}-${id}`;
}

/** The log group of a function, where Lambda looks for it by itself. */
export function logGroupNameOf(settings: Named, id: string): string {
  return `/aws/lambda/${functionNameOf(settings, id)}`;
}

/** The log group of the API's access log. */
export function accessLogsOf(settings: Named): string {
  return `/aws/apigateway/${prefixOf(settings)}`;
}
