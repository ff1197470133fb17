import type { ServiceTables } from '../../support/service-tables.ts';

/** The environment of functions that use these tables. `HOME` has no AWS profiles, which would take effect. */
export function environmentOf(tables: ServiceTables): Record<string, string> {
  const endpoint = tables.environment.AWS_ENDPOINT_URL ?? '';
  const names = Object.entries(tables).filter(([, name]) => typeof name === 'string');
  return {
    ...Object.fromEntries(
      names.map(([table, name]) => [`${table.replace(/[A-Z]/g, '_$&').toUpperCase()}_TABLE`, name]),
    ),
    HOME: '/',
    LAMBDA_TASK_ROOT: '/',
    // The SDK adds the account to the host, which an IP address does not allow.
    AWS_ENDPOINT_URL_CLOUDFRONT_KEYVALUESTORE: endpoint.replace('127.0.0.1', 'localhost'),
    AWS_LAMBDA_FUNCTION_NAME: 'bench',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'AKIABENCHBENCHBENCHB',
    AWS_SECRET_ACCESS_KEY: 'signs-requests-that-nobody-checks',
    AWS_SESSION_TOKEN: 'token',
    AWS_ENDPOINT_URL: endpoint,
    MASTER_SECRET_ARN: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:master-AbCdEf',
    STAGE: 'bench',
    ALLOWED_ORIGINS: '*',
    SANDBOX_LIMIT: '10',
    VCPU_LIMIT: '20',
    SNAPSHOT_LIMIT: '100',
    WAITS_PER_KEY: '5',
    WAITS: '50',
    ECS_CLUSTER: 'cluster',
    TASK_FAMILY_PREFIX: 'bench-',
    TASK_SUBNETS: 'subnet-1,subnet-2',
    TASK_SECURITY_GROUPS: 'sg-1',
    DEPLOYMENT: 'agent-conversations-bench',
    VOLUME_ROLE_ARN: 'arn:aws:iam::000000000000:role/volumes',
    LAUNCHES_PER_SECOND: '15',
    BOOT_SANDBOX_FUNCTION: 'boot-sandbox',
    STOP_SANDBOX_FUNCTION: 'stop-sandbox',
    WAKE_SANDBOX_FUNCTION: 'wake-sandbox',
    SWEEP_SANDBOXES_FUNCTION: 'sweep-sandboxes',
    SWEEP_SEGMENT_FUNCTION: 'sweep-segment',
    RUN_START_TASK_FUNCTION: 'run-start-task',
    BUILD_PREBUILD_FUNCTION: 'build-prebuild',
    DELIVER_MESSAGES_FUNCTION: 'deliver-messages',
    DELIVER_WEBHOOKS_FUNCTION: 'deliver-webhooks',
    BACKFILL_EVENTS_FUNCTION: 'backfill-events',
    VAULT_KEY_ARN: 'arn:aws:kms:us-east-1:000000000000:key/vault',
    REQUESTS_PER_MINUTE: '600',
    PUBLIC_BASE_URL: 'https://api.example.com/bench',
    PUBLIC_LINKS: 'true',
    EDGE_SERVICE_URL: 'https://api.example.com/edge-bench',
    LLM_MODEL: 'provider/model',
    LLM_MODELS: 'provider/model',
    MODEL_CALLS: '{"perSandbox":8,"perOwner":100}',
    WEB_CLIENT: '{"app_mode":"saas","auth_url":null,"providers_configured":[],"hide_llm_settings":false}',
    // The git hosts and webhook receivers of the bench run on this machine.
    WEBHOOK_LOOPBACK: 'true',
    SANDBOX_ADDRESS: 'https://{label}.sandboxes.example.com',
    INGRESS_KEY_VALUE_STORE_ARN: 'arn:aws:cloudfront::000000000000:key-value-store/bench',
  };
}
