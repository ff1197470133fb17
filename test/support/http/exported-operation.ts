import type { Endpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import type { Operation } from '../../../shared/http/operation/operation.ts';

/** The operation that the function of an endpoint exports. */
export async function exportedOperation({ area, id }: Endpoint): Promise<Operation<Endpoint, unknown>> {
  const module: Record<string, unknown> = await import(`../../../functions/${area}/${id}.ts`);
  const found = Object.values(module).find((value) => Object(value).endpoint?.id === id);
  if (found === undefined) throw new Error(`functions/${area}/${id}.ts exports no operation`);
  return found as Operation<Endpoint, unknown>;
}
