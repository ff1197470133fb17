import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Client } from 'openapi-fetch';
import { answerOf } from '../../../shared/client/answer-of.ts';
import { liveUntil } from '../live/polls.ts';
import { useApi, useCan, useSession } from '../session/session.ts';

/** A language model that a program of this machine serves. */
export interface MachineModel {
  readonly program: string;
  readonly model: string;
  readonly base_url: string;
}

interface AgentStatus {
  readonly spec: string;
  readonly version: string | null;
  readonly installation: 'missing' | 'installing' | 'installed' | 'failed';
  readonly offered: string;
  readonly detail: string | null;
}

interface Machine {
  readonly agent: AgentStatus;
  readonly models: MachineModel[];
}

/** What the local service answers at the console's own origin. No deployment has it. */
interface MachinePaths {
  '/machine': {
    get: { responses: { 200: { content: { 'application/json': Machine } } } };
    post: { responses: { 202: { content: { 'application/json': Pick<Machine, 'agent'> } } } };
  };
}

const MACHINE = ['machine'];
/** The console's own origin. */
const baseUrl = (): string => location.origin;

function useMachineApi(): Client<MachinePaths> {
  // The same client sends the same key, to another origin.
  return useApi() as unknown as Client<MachinePaths>;
}

/** The machine of a local service, for its administrator; no data elsewhere. */
export function useMachine() {
  const api = useMachineApi();
  const can = useCan();
  const { isLocal } = useSession().config;
  return useQuery({
    queryKey: MACHINE,
    queryFn: ({ signal }) => answerOf(api.GET('/machine', { baseUrl: baseUrl(), signal })),
    enabled: isLocal && can('GET /api/v1/operator/overview'),
    staleTime: 30_000,
    retry: false,
    refetchInterval: liveUntil<Machine>(({ agent }) => agent.installation !== 'installing'),
  });
}

/** Installs the OpenHands agent. New conversations then use it. */
export function useInstallAgent() {
  const api = useMachineApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => answerOf(api.POST('/machine', { baseUrl: baseUrl() })),
    onSuccess: ({ agent }) => queries.setQueryData<Machine>(MACHINE, (seen) => seen && { ...seen, agent }),
  });
}
