import { agentVersions, sealsWithBootKey } from '../../shared/contract/shapes/agent-versions.ts';
import { OPENHANDS_IMAGE, pinned } from './image-pins.ts';
import type { SpecSource } from './schema.ts';

const { offered } = agentVersions;

const install = ['agent-server', 'sdk', 'tools', 'workspace'].map((part) => `openhands-${part}==${offered}`).join(' ');

/** Runs the server with its sandbox's directory as `/workspace`, as in its image. */
export function inWorkspace(program: string): string[] {
  return [
    ...['sh', '{root}/infra/specs/in-workspace.sh', '{workspace}'],
    // litellm deadlocks when it cannot fetch its prices, so that the server would not start offline.
    ...['env', 'OH_ENABLE_VSCODE=0', 'LITELLM_LOCAL_MODEL_COST_MAP=True'],
    ...[program, '--host', '127.0.0.1', '--port', '{port:AGENT_SERVER}'],
  ];
}

/** The OpenHands agent server, with all state in /workspace. */
export const openhands: SpecSource = {
  id: 'openhands',
  image: pinned(OPENHANDS_IMAGE),
  command: ['--host', '0.0.0.0', '--port', '8000'],
  cpu: 1024,
  memoryMegabytes: 4096,
  // A fifth cheaper than x86. The image is built for both.
  architecture: 'ARM64',
  user: '10001:10001',
  workspacePath: '/workspace',
  workspaceGigabytes: 20,
  sizes: {
    min: { cpu: 512, memoryMegabytes: 2048, workspaceGigabytes: 10 },
    max: { cpu: 4096, memoryMegabytes: 16_384, workspaceGigabytes: 100 },
  },
  workingDir: '/workspace/project',
  initialEnv: {
    LOG_JSON: 'true',
    PYTHONUNBUFFERED: '1',
    OPENVSCODE_SERVER_ROOT: '/openhands/.openvscode-server',
    OH_ENABLE_VNC: '0',
    OH_VSCODE_PORT: '8001',
    OH_WORKSPACE_PATH: '/workspace/project',
    OH_CONVERSATIONS_PATH: '/workspace/conversations',
    OH_BASH_EVENTS_DIR: '/workspace/bash_events',
    OH_PERSISTENCE_DIR: '/workspace/.openhands',
    OH_CONVERSATION_WORKTREE_ROOT: '/workspace/worktrees',
    // A disk has only one agent server; a lease could only lock it out of its conversations after a crash.
    OH_LEASE_TTL_SECONDS: '0',
    WORKER_1: '8011',
    WORKER_2: '8012',
  },
  ports: { AGENT_SERVER: 8000, VSCODE: 8001, WORKER_1: 8011, WORKER_2: 8012 },
  idleMinutes: 20,
  lifetimeMinutes: 1440,
  sealsWithBootKey: sealsWithBootKey(offered),
  createdAt: '2026-11-21T00:00:00Z',
  local: {
    command: inWorkspace('agent-server'),
    requires: { program: 'agent-server', install: `pip install ${install}` },
  },
  aws: true,
};
