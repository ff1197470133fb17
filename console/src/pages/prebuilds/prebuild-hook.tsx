import type { PrebuildWithSecret } from '../../api/shapes.ts';
import { CodeSample } from '../../ui/code-sample.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';

interface Props {
  readonly title: string;
  readonly made: PrebuildWithSecret;
  readonly onClose: () => void;
}

/** Shows the secret of a webhook for the only time, with the URL beside which it is pasted. */
export function HookSecretOnce({ title, made: { hook_secret: secret, hook_url: url }, onClose }: Props) {
  if (secret === null) return null;
  return (
    <SecretOnce label="Webhook secret" onClose={onClose} secret={secret} title={title}>
      {url !== null && <CodeSample code={url} label="Webhook URL" />}
      <HookSteps />
    </SecretOnce>
  );
}

/** Where the URL and the secret belong. */
export function HookSteps() {
  return (
    <p className="text-ink-soft text-sm">
      Add a webhook for pushes at your git provider, with this URL, the secret and the content type{' '}
      <code className="font-mono">application/json</code>. GitLab calls the secret “Secret token”. Azure DevOps cannot
      sign: let a pipeline call the API instead.
    </p>
  );
}
