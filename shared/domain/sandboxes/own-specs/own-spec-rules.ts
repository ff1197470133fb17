import * as z from 'zod';
import { sizeProblem } from '../../../contract/shapes/fargate-sizes.ts';
import type { Scope } from '../../../contract/shapes/scopes.ts';
import { isInside } from '../../../contract/shapes/spec-rules.ts';
import { AppError, badField } from '../../../platform/errors.ts';
import type { SpecDefinition } from './own-spec.ts';

/** What a deployment allows owners' specs. */
export const OwnSpecRules = z.object({
  /** Hosts, or hosts with the beginning of a path, such as `ghcr.io/acme`. */
  registries: z.array(z.string()),
  /** The most specs of an owner. */
  most: z.int(),
  /** Whether only keys with the scope `admin` can make specs. */
  admins_only: z.boolean(),
  /** The ranges of ports that the network lets through, both ends included. */
  ports: z.array(z.tuple([z.int(), z.int()])),
});
export type OwnSpecRules = z.infer<typeof OwnSpecRules>;

/** @param rules undefined if the deployment allows no specs of owners @throws AppError `forbidden` */
export function requireAllowed(
  rules: OwnSpecRules | undefined,
  { scopes }: { readonly scopes: readonly Scope[] },
): OwnSpecRules {
  if (!rules) {
    throw new AppError(
      'forbidden',
      'This deployment has no sandbox specs of owners. Its operator can allow them by the setting ownerSpecs.',
    );
  }
  if (rules.admins_only && !scopes.includes('admin'))
    throw new AppError('forbidden', 'In this deployment, only API keys with the scope admin can change sandbox specs.');
  return rules;
}

/** The rules that span several fields or depend on the deployment. @throws AppError `validation_failed` */
export function requireValid(definition: SpecDefinition, rules: OwnSpecRules): void {
  const { image, working_dir, workspace_path, idle_minutes, lifetime_minutes } = definition;
  if (!rules.registries.some((registry) => isFrom(registry, image)))
    throw badField(['image'], `Must be from one of: ${rules.registries.join(', ')}. Write the host of the registry.`);
  requireSize(definition);
  if (!isInside(working_dir, workspace_path))
    throw badField(['working_dir'], `Must be in workspace_path, ${workspace_path}: a pause loses everything else.`);
  if (idle_minutes > lifetime_minutes) throw badField(['idle_minutes'], 'Must not exceed lifetime_minutes.');
  requireReachable(definition, rules);
  const bytes = Buffer.byteLength(JSON.stringify(definition));
  if (bytes > MAX_BYTES) {
    const detail = `The spec has ${bytes} bytes, and at most ${MAX_BYTES} are possible. Shorten it or \`command\`.`;
    throw badField(['initial_env'], detail);
  }
}

/** ECS takes 64 KiB for a task definition, with what the service adds and more characters for each variable. */
const MAX_BYTES = 60_000;

function requireSize({ cpu_units: cpu, memory_megabytes: memory }: SpecDefinition): void {
  const problem = sizeProblem(cpu, memory);
  if (!problem) return;
  const { field, offered } = problem;
  const listed = offered.map((amount) => amount / 1024).join(', ');
  if (field === 'cpu') throw badField(['vcpu'], `Must be one of ${listed}, which Fargate offers.`);
  throw badField(['memory_gb'], `Must be one of ${listed}, which Fargate offers with ${cpu / 1024} vCPU.`);
}

function requireReachable({ ports }: SpecDefinition, { ports: open }: OwnSpecRules): void {
  const isOpen = (port: number) => open.some(([first, last]) => first <= port && port <= last);
  for (const [name, port] of Object.entries(ports)) {
    if (isOpen(port)) continue;
    const listed = open.map(([first, last]) => (first === last ? first : `${first} to ${last}`)).join(', ');
    throw badField(['ports', name], `Must be a port that this deployment lets through: ${listed}.`);
  }
}

/** One part of an image's name. Registries take no others, so that no `..` leads out of an allowed path. */
const PART = /^[a-z0-9]+(?:(?:\.|__?|-+)[a-z0-9]+)*$/;

const HOST = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/;

/** Whether an image is in a registry, or in that part of it. */
function isFrom(registry: string, image: string): boolean {
  const [name = ''] = image.split('@');
  const path = name.replace(/:[\w][\w.-]*$/, '');
  const [host = '', ...parts] = path.split('/');
  if (!HOST.test(host) || parts.length === 0 || !parts.every((part) => PART.test(part))) return false;
  return path === registry || path.startsWith(`${registry}/`);
}
