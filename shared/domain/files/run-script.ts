import * as z from 'zod';
import { AppError } from '../../platform/errors.ts';
import { askAgent, parsed } from '../sandboxes/agent/ask-agent.ts';
import type { SandboxAgent } from '../sandboxes/agent/sandbox-agent.ts';
import { failed } from './failures.ts';
import { assigned, type SandboxPath } from './sandbox-path.ts';

const Output = z.object({
  exit_code: z.int().nullish(),
  stdout: z.string().nullish(),
  stderr: z.string().nullish(),
});

/** Texts and bytes that a script gets as variables. */
export type Values = Readonly<Record<string, string | Buffer>>;

export interface Script {
  readonly values: Values;
  readonly text: string;
  /** The path that errors name. */
  readonly about: SandboxPath | string;
  readonly seconds?: number;
  /** The error for an exit code other than 0. By default, that of every script of this area. */
  readonly errorOf?: (code: number, stderr: string, path: string) => AppError;
}

/** Further seconds in which the agent server ends the command and responds. */
const GRACE = 3;

/** Scripts run at the root of the disk: next to the conversations, or else where the agent server was started. */
const PRELUDE = `LC_ALL=C; export LC_ALL
case "\${OH_CONVERSATIONS_PATH:-}" in /*) cd -- "\${OH_CONVERSATIONS_PATH%/*}" || exit 1 ;; esac`;

/** The output of a script. @throws AppError for an exit code other than 0, `gateway_timeout`; as `askAgent` */
export async function runScript(
  agent: SandboxAgent,
  { values, text, about, seconds = 8, errorOf = failed }: Script,
): Promise<string> {
  const assignments = Object.entries(values).map(([name, value]) => assigned(name, Buffer.from(value)));
  const answer = await askAgent(agent, {
    method: 'POST',
    path: '/api/bash/execute_bash_command',
    json: { command: [PRELUDE, ...assignments, text].join('\n'), cwd: null, timeout: seconds },
    timeout: (seconds + GRACE) * 1000,
  });
  const { exit_code: code, stdout, stderr } = parsed(Output, answer);
  if (code === 0) return stdout ?? '';
  if (typeof code !== 'number' || code < 0)
    throw new AppError('gateway_timeout', `The sandbox did not finish within ${seconds} seconds.`);
  throw errorOf(code, stderr ?? '', typeof about === 'string' ? about : about.text);
}
