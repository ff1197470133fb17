import { prefixOf, type Settings } from '../config.ts';

export type Named = Pick<Settings, 'name' | 'stage'>;

/** The name of a function in AWS. It follows from the id, so that no stack needs a reference to name a function. */
export function functionNameOf(settings: Named, id: string): string {
  return `${prefixOf(settings)}-${id}`;
}

/** Lambda's default log group of a function. */
export function logGroupNameOf(settings: Named, id: string): string {
  return `/aws/lambda/${functionNameOf(settings, id)}`;
}

/** The log group of the sandboxes. Each task has a stream of its own. */
export function sandboxLogsOf(settings: Named): string {
  return `/ecs/${prefixOf(settings)}-sandboxes`;
}

export function accessLogsOf(settings: Named): string {
  return `/aws/apigateway/${prefixOf(settings)}`;
}
