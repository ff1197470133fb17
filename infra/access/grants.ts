import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { prefixOf } from '../config.ts';
import type { Grant } from './resources.ts';

export const nothing: Grant = () => undefined;

/** The operation gives links to the API, which follow the settings and never what a caller sent as Host. */
export const knowOwnAddress: Grant = (fn, { publicBaseUrl }) =>
  void fn.addEnvironment('PUBLIC_BASE_URL', publicBaseUrl);

/** Whether places that owners name may be on the machine of the service, as they are when it runs locally. */
export const knowTargets: Grant = (fn, { settings }) =>
  void fn.addEnvironment('WEBHOOK_LOOPBACK', String(settings.webhookLoopback));

/** The deployment's own servers of git providers. */
export const knowGitBases: Grant = (fn, { settings }) => {
  if (settings.gitBases !== undefined) fn.addEnvironment('GIT_BASES', JSON.stringify(settings.gitBases));
};

/** All of these. */
export function all(...grants: Grant[]): Grant {
  return (fn, resources) => {
    for (const grant of grants) grant(fn, resources);
  };
}

/** Publishing figures needs no permission, but the name that tells this deployment's from those of others. */
export const publishMetrics: Grant = (fn, { settings }) => {
  fn.addEnvironment('DEPLOYMENT', prefixOf(settings));
};

/** The operation looks for an earlier request with its Idempotency-Key, and records its own. */
export const claimRequests: Grant = (fn, { data }) => data.idempotency.allow(fn, 'GetItem', 'PutItem');

/** The same where the answer holds a secret. */
export const sealClaims = all(claimRequests, (fn, { data }) => {
  data.vaultKey.allowSeal(fn);
  data.vaultKey.allowOpen(fn);
});

/** The default model. The variable names its key; only `readStartSettings` allows reading it. */
export const showModel: Grant = (fn, { settings }) => {
  fn.addEnvironment('LLM_MODEL', settings.llmModel);
  if (settings.llmBaseUrl !== undefined) fn.addEnvironment('LLM_BASE_URL', settings.llmBaseUrl);
  if (settings.llmApiKeySecretArn !== undefined) {
    fn.addEnvironment('LLM_API_KEY_SECRET_ARN', settings.llmApiKeySecretArn);
  }
};

/** What an owner set, with which secrets are kept, and their MCP servers, which are sealed as a whole. */
export const readSettings = all(showModel, (fn, { data }) => {
  data.settings.allow(fn, 'GetItem');
  data.secrets.allow(fn, 'Query');
  data.vaultKey.allowOpen(fn);
});

/** The operator's key, for owners without one. */
const readDeploymentKey: Grant = (fn, { settings }) => {
  if (settings.llmApiKeySecretArn === undefined) return;
  const resources = [settings.llmApiKeySecretArn];
  fn.addToRolePolicy(new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources }));
  if (settings.llmApiKeySecretKeyArn === undefined) return;
  // Secrets Manager asks KMS in the name of the function, for this secret.
  fn.addToRolePolicy(
    new PolicyStatement({
      actions: ['kms:Decrypt'],
      resources: [settings.llmApiKeySecretKeyArn],
      conditions: {
        StringEquals: {
          'kms:ViaService': `secretsmanager.${Stack.of(fn).region}.amazonaws.com`,
          'kms:EncryptionContext:SecretARN': settings.llmApiKeySecretArn,
        },
      },
    }),
  );
};

/** The settings that a conversation gets from its owner, or the operator's key. */
export const readStartSettings = all(readSettings, readDeploymentKey);

/** A language model of the owner with its key, for an agent that runs. */
export const readProfileModel = all(showModel, readDeploymentKey, (fn, { data }) => {
  data.settings.allow(fn, 'GetItem');
  data.vaultKey.allowOpen(fn);
});

export const changeSettings: Grant = (fn, { data }) => data.settings.allow(fn, 'GetItem', 'PutItem');
export const sealSecrets: Grant = (fn, { data }) => data.vaultKey.allowSeal(fn);
export const openSecrets: Grant = (fn, { data }) => data.vaultKey.allowOpen(fn);

/** The transaction that changes a key or an owner also writes the audit entry and the integrator event. */
export const keepJournal: Grant = (fn, { data }) => {
  data.audit.allow(fn, 'PutItem');
  data.integratorEvents.allow(fn, 'PutItem');
};

/** The operation marks an integrator's endpoint as due and invokes the delivery worker. */
export const deliverToWebhooks: Grant = (fn, { data, allowInvoke }) => {
  data.webhookEndpoints.allow(fn, 'UpdateItem');
  allowInvoke(fn, 'deliver-webhooks');
};

/** Queues a change for each endpoint that subscribed to it. */
export const queueWebhooks = all(deliverToWebhooks, (fn, { data }) => {
  data.webhookEndpoints.allow(fn, 'Query');
  data.webhookMessages.allow(fn, 'PutItem', 'UpdateItem');
});

export const makeKeys: Grant = (fn, { data }) => data.apiKeys.allow(fn, 'GetItem', 'PutItem', 'ConditionCheckItem');

export const countKeys: Grant = (fn, { data }) => data.apiKeys.allowQueryOf(fn, 'created_at_index');

export const listSecrets: Grant = (fn, { data }) => data.secrets.allow(fn, 'Query');
