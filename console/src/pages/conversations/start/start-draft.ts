import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { errorsFor, type FieldErrors } from '../../../api/failure.ts';
import { given } from '../../../api/search-params.ts';
import type { GitProvider, ResourcesRequest, StartRequest, StartTask } from '../../../api/shapes.ts';
import { capacityOf, type Machine, noMachine, resourcesOf } from '../../../ui/machine.ts';
import { isProvider } from '../repository.ts';

/** The values of the start form. An empty text is an empty field. */
export interface StartDraft extends Machine {
  readonly message: string;
  readonly title: string;
  readonly repository: string;
  readonly provider: GitProvider | '';
  readonly branch: string;
  readonly model: string;
  /** The ID of an agent profile, or `STANDARD_AGENT`. Empty: the profile in use, if there is one. */
  readonly agent: string;
  readonly spec: string;
  /** The ID of the snapshot that its sandbox begins from, with the spec of the snapshot. */
  readonly snapshot: string;
}

/** Selects no agent profile, even if one is in use. */
export const STANDARD_AGENT = 'standard';

export const emptyDraft: StartDraft = {
  message: '',
  title: '',
  repository: '',
  provider: '',
  branch: '',
  model: '',
  agent: '',
  spec: '',
  snapshot: '',
  ...noMachine,
};

/** The request of a start. */
export function requestOf(draft: StartDraft): StartRequest {
  const { message, provider, agent, spec, snapshot } = draft;
  const repository = draft.repository.trim();
  return given({
    initial_message:
      message.trim() === ''
        ? undefined
        : { role: 'user' as const, content: [{ type: 'text' as const, text: message }], run: true },
    title: draft.title.trim(),
    selected_repository: repository,
    // A branch and a provider need a repository.
    git_provider: repository && provider,
    selected_branch: repository && draft.branch.trim(),
    llm_model: draft.model.trim(),
    agent_profile_id: agent === STANDARD_AGENT ? '' : agent,
    // A snapshot brings its spec.
    sandbox_spec_id: snapshot === '' ? spec : undefined,
    snapshot_id: snapshot,
    resources: resourcesOf(draft),
    capacity: capacityOf(draft),
  });
}

/** Restores the values that were entered for a start from its task. */
export function draftOf(request: StartTask['request']): StartDraft {
  const provider = text(request.git_provider);
  return {
    message: messageOf(request.initial_message),
    title: text(request.title),
    repository: text(request.selected_repository),
    provider: isProvider(provider) ? provider : '',
    branch: text(request.selected_branch),
    model: text(request.llm_model),
    agent: text(request.agent_profile_id) || STANDARD_AGENT,
    spec: text(request.sandbox_spec_id),
    snapshot: text(request.snapshot_id),
    resources: resourcesIn(request.resources),
    capacity: text(request.capacity),
  };
}

/**
 * The request that starts a failed conversation again with the same message and settings; null if it had secrets, which
 * the service does not show.
 */
export function repeatOf({
  request,
  conversation_id,
}: Pick<StartTask, 'request' | 'conversation_id'>): StartRequest | null {
  const { secrets, plugins, ...rest } = request;
  const hidden = [secrets, ...(Array.isArray(plugins) ? plugins.map((plugin) => plugin?.parameters) : [])];
  if (hidden.some((fields) => typeof fields === 'object' && fields !== null)) return null;
  const named = Object.entries({ ...rest, plugins }).filter(([, value]) => value !== null && value !== undefined);
  return { ...Object.fromEntries(named), conversation_id };
}

function messageOf(message: unknown): string {
  if (typeof message !== 'object' || message === null || !('content' in message)) return '';
  const parts: readonly unknown[] = Array.isArray(message.content) ? message.content : [];
  return parts
    .flatMap((part) => (typeof part === 'object' && part !== null && 'text' in part ? [text(part.text)] : []))
    .join('\n');
}

/** The numbers among the resources of a request. */
function resourcesIn(resources: unknown): ResourcesRequest {
  const asked: Readonly<Record<string, unknown>> = { ...(typeof resources === 'object' && resources) };
  const names = ['cpu', 'memory_gb', 'disk_gb'] as const;
  return Object.fromEntries(names.flatMap((name) => (typeof asked[name] === 'number' ? [[name, asked[name]]] : [])));
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The messages about the fields of a draft, from those about its request. */
export const draftErrors = errorsFor<keyof StartDraft>({
  message: 'initial_message',
  title: 'title',
  repository: 'selected_repository',
  provider: 'git_provider',
  branch: 'selected_branch',
  model: 'llm_model',
  agent: 'agent_profile_id',
  spec: 'sandbox_spec_id',
  snapshot: 'snapshot_id',
  resources: 'resources',
  capacity: 'capacity',
});

const NAME = 'acs.draft.start';

/**
 * The draft of a start. A new one is kept for this tab until it has started or the person signs out.
 *
 * @param initial the values of a failed start; undefined for a new one
 * @param chosen what a new one begins with, whatever was kept
 */
export function useKeptDraft(
  initial: StartDraft | undefined,
  chosen: Partial<StartDraft>,
): readonly [StartDraft, Dispatch<SetStateAction<StartDraft>>] {
  const [draft, setDraft] = useState(() => initial ?? { ...keptDraft(), ...chosen });
  useEffect(() => {
    if (initial === undefined) sessionStorage.setItem(NAME, JSON.stringify(draft));
  }, [initial, draft]);
  return [draft, setDraft];
}

/** Drops a draft that has started. */
export function forgetDraft(draft: StartDraft): void {
  if (sessionStorage.getItem(NAME) === JSON.stringify(draft)) sessionStorage.removeItem(NAME);
}

function keptDraft(): StartDraft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(NAME) ?? '{}');
    return { ...emptyDraft, ...(kept as Partial<StartDraft>) };
  } catch {
    return emptyDraft;
  }
}

/** The draft that a group of optional fields edits. */
export interface OptionFields {
  readonly draft: StartDraft;
  readonly errors: Partial<Record<keyof StartDraft, string>>;
  /** By the name of a field of the request. */
  readonly requestErrors: FieldErrors;
  readonly onChange: (changed: Partial<StartDraft>) => void;
}
