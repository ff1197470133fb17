import type * as z from 'zod';
import { EVERYWHERE } from './ingress.ts';
import type { settingsSchema } from './schema.ts';
import type { Stage } from './stages.ts';

const everywhere: Omit<z.input<typeof settingsSchema>, 'specs' | 'defaultSpec'> = {
  name: 'agent-conversations',
  allowedOrigins: ['*'],
  console: true,
  publicLinks: true,
  sandboxLimit: 10,
  snapshotLimit: 100,
  launchesPerSecond: 19.5,
  logRetentionDays: 30,
  llmModel: 'anthropic/claude-sonnet-4-5',
  llmModels: [],
  llmBroker: 'on',
  modelCallsPerSandbox: 8,
  modelCallsPerOwner: 100,
  appMode: 'oss',
  providersConfigured: [],
  hideLlmSettings: false,
  requestsPerMinute: 600,
  deliveryLimits: {
    sandbox: { megabytes: 100, events: 20_000, conversations: 60 },
    owner: { megabytes: 500, events: 100_000, conversations: 300 },
  },
  requestsPerSecond: 100,
  requestBurst: 200,
  waitsPerKey: 10,
  waits: 50,
  reservedConcurrency: {},
  // The deployment would fail in a new account, whose concurrency can be too low.
  concurrencyBudget: false,
  webhookLoopback: false,
  protectData: true,
  ingress: 'cloudfront',
  sandboxLogs: false,
  sandboxPorts: 'any',
  sandboxIngressCidrs: [EVERYWHERE],
  gatewayLogRole: true,
  alarms: 'basic',
  dashboard: true,
  functionConcurrency: 1_000,
  tracedPercent: 5,
};

/** The default settings of each stage. */
export const defaults: Record<Stage, z.input<typeof settingsSchema>> = {
  local: {
    ...everywhere,
    // `npm start` turns it on.
    console: false,
    sandboxLimit: 250,
    snapshotLimit: 1_000,
    alarms: 'none',
    dashboard: false,
    webhookLoopback: true,
    // Mail is kept in the state folder.
    mailFrom: 'agents@local.test',
    // Requests cost nothing on a laptop, and tests should be fast.
    requestsPerMinute: 1_000_000,
    requestsPerSecond: 5_000,
    requestBurst: 5_000,
    // Images are not pulled here: those of the specs run their local recipes, and others do not exist.
    ownerSpecs: { registries: ['localhost', 'ghcr.io'], maxPerOwner: 10 },
    specs: ['reference', 'openhands-local', 'openhands'],
    // `npm start` prefers `openhands-local` where the agent server is installed.
    defaultSpec: 'reference',
  },
  dev: { ...everywhere, specs: ['openhands'], defaultSpec: 'openhands' },
  prod: { ...everywhere, logRetentionDays: 90, specs: ['openhands'], defaultSpec: 'openhands' },
};
