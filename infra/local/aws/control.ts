import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import type { Answer } from './answer.ts';
import { readBody } from './call.ts';
import { FaultSchema, type Faults } from './faults.ts';

/** Paths that are the local cloud's own, not AWS's. */
export const CONTROL_PREFIX = '/_local/';

/** Carries the secret access key of the local cloud's own credentials. */
export const ADMIN_HEADER = 'x-local-admin-key';

/** Answers the control paths: `alive` for everybody, `faults` (GET, POST, DELETE) for whoever holds the admin key. */
export async function control(request: IncomingMessage, adminKey: string, faults: Faults): Promise<Answer> {
  const route = `${request.method} ${(request.url ?? '').slice(CONTROL_PREFIX.length)}`;
  if (route === 'GET alive') return json(200, { pid: process.pid });
  if (!isAdmin(request, adminKey)) return json(403, { message: `The header ${ADMIN_HEADER} must hold the admin key.` });
  switch (route) {
    case 'GET faults':
      return json(200, { faults: faults.list() });
    case 'POST faults':
      return addFault(await readBody(request), faults);
    case 'DELETE faults':
      faults.clear();
      return json(200, { faults: [] });
    default:
      return json(404, { message: `There is no ${route}.` });
  }
}

function addFault(body: Buffer, faults: Faults): Answer {
  let content: unknown;
  try {
    content = JSON.parse(body.toString('utf8'));
  } catch (cause) {
    return json(400, { message: `A fault is JSON: ${String(cause)}` });
  }
  const fault = FaultSchema.safeParse(content);
  if (!fault.success) return json(400, { message: z.prettifyError(fault.error) });
  faults.add(fault.data);
  return json(201, { faults: faults.list() });
}

function isAdmin(request: IncomingMessage, adminKey: string): boolean {
  const given = Buffer.from(String(request.headers[ADMIN_HEADER] ?? ''));
  const wanted = Buffer.from(adminKey);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function json(status: number, content: unknown): Answer {
  return { status, body: JSON.stringify(content), headers: { 'content-type': 'application/json' } };
}
