import * as z from 'zod';
import { Capacity, PauseReason, PortName, SandboxState, SandboxStatus, WakePolicy } from './enums.ts';
import { Timestamp } from './fields.ts';
import { Resources } from './resources.ts';
import { SandboxStepTime } from './steps.ts';

const ExposedUrl = z.object({ name: PortName, url: z.string(), port: z.int() }).meta({ id: 'ExposedUrl' });

const SandboxTransition = z
  .object({
    state: SandboxState,
    reason: z.string().nullable().meta({ description: 'The reason code of the transition. Null if it was requested.' }),
    time: Timestamp,
  })
  .meta({ id: 'SandboxTransition' });

const SandboxWorkspace = z
  .object({
    size_gib: z.int().positive().meta({
      description:
        'The size of the disk, in GiB. The usage report counts the whole size, used or not: as `workspace_running_gb_seconds` while the sandbox is running, and as `workspace_paused_gb_seconds` otherwise. One GB in these fields is one GiB.',
    }),
    saved_at: Timestamp.nullable().meta({
      description: 'When the workspace was last saved. Null before the first pause.',
    }),
  })
  .meta({ id: 'SandboxWorkspace' });

/** By the name of the port. Each can be left out. */
export const WakePolicies = z
  .strictObject({
    AGENT_SERVER: WakePolicy.optional(),
    VSCODE: WakePolicy.optional(),
    WORKER_1: WakePolicy.optional(),
    WORKER_2: WakePolicy.optional(),
  } satisfies Record<z.infer<typeof PortName>, unknown>)
  .meta({
    id: 'WakePolicies',
    description:
      'Which requests to the URL of each port resume the sandbox when it is paused. Default: `key` for AGENT_SERVER and VSCODE, `never` for the others.',
  });

export const SandboxInfo = z
  .object({
    id: z.string(),
    created_by_user_id: z.string().nullable(),
    sandbox_spec_id: z.string(),
    status: SandboxStatus,
    session_api_key: z.string().nullable(),
    exposed_urls: z.array(ExposedUrl).nullable().meta({
      description:
        'The URLs of its ports. Null unless the sandbox is running. Behind CloudFront they last as long as the sandbox; with other ingresses they change with every start and resume. All change with the domain of the service, and when an operator ends its addresses: read them again instead of storing them. An outdated URL responds with code `sandbox_moved` and status 410, or 502 or 504 if nothing responds there any more. The URL of VSCODE contains the session key and opens the editor. VSCODE and the workers need their own origin: without a domain for sandboxes, only AGENT_SERVER is listed. Apps at the ports of workers are public: they must ask for credentials of their own. API keys that can only read do not see the ports whose `wake` is `link`, as every request there resumes the sandbox.',
    }),
    wake: WakePolicies,
    resources: Resources.meta({ description: 'The size of the sandbox.' }),
    next_resources: Resources.nullable().meta({
      description: 'The size from the next resume on. Null unless it was changed since the last start.',
    }),
    capacity: Capacity.meta({
      description:
        'What it runs on, or what its next resume asks for. Differs from the choice of its start while a sandbox on Spot continues on demand.',
    }),
    created_at: Timestamp,
    status_detail: z.string().nullable().meta({
      description: 'An explanation of the status and what to do about it. Null if there is none.',
    }),
    transitions: z.array(SandboxTransition).meta({ description: 'The last 20 state transitions, oldest first.' }),
    deadline_at: Timestamp.nullable().meta({
      description:
        'The latest time at which the sandbox is paused, even if it is busy. Null unless it is starting or running.',
    }),
    idle_at: Timestamp.nullable().meta({
      description:
        "When the sandbox is paused unless it is used again: the idle limit after the last known activity. The agent's activity is known a few minutes late, so the pause can come later. Null unless the sandbox is running.",
    }),
    workspace: SandboxWorkspace.nullable().meta({
      description:
        'The disk, or the saved copy of it. Null if there is none: before the first start has created it, if the spec has none, or after the workspace expired or was lost.',
    }),
    expires_at: Timestamp.nullable().meta({
      description:
        'When the workspace is deleted unless the sandbox is resumed first. Null unless the sandbox is paused, or failed with its workspace saved.',
    }),
    pause_reason: PauseReason.nullable().meta({
      description:
        'Why the sandbox was paused: by a request (`api`), for inactivity (`idle`), at its maximum running time (`timeout`), to make room for another sandbox (`limit`), or because a budget is used up (`budget`). Null unless it is paused, or if it stopped by itself.',
    }),
    steps: z.array(SandboxStepTime).optional().meta({
      description:
        'The steps of the last start and, after it, of the stop, in order, each with its duration. The first step of each has no duration. Only the endpoint that gets one sandbox returns them.',
    }),
  })
  .meta({ id: 'SandboxInfo' });
