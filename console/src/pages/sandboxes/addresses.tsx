import type { ExposedUrl, Sandbox } from '../../api/shapes.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { SessionKey } from './session-key.tsx';
import { withoutSearch } from './shown-address.ts';

const names: Readonly<Record<ExposedUrl['name'], string>> = {
  AGENT_SERVER: 'Agent server',
  VSCODE: 'VS Code',
  WORKER_1: 'Worker 1',
  WORKER_2: 'Worker 2',
};

/** Where a running sandbox can be reached, and the key for it. */
export function Addresses({ exposed_urls: urls, session_api_key: key }: Sandbox) {
  if (urls === null || urls.length === 0) {
    return (
      <p className="text-ink-soft text-sm">Available while the sandbox is running. Every start assigns new URLs.</p>
    );
  }
  return (
    <dl className="grid gap-3 text-sm">
      {urls.map(({ name, url, port }) => (
        <div className="grid gap-0.5" key={name}>
          <dt className="text-ink-soft text-xs">
            {names[name]}, port {port}
          </dt>
          <dd className="flex min-w-0 items-start gap-1">
            <span className="min-w-0 flex-1 py-1.5 text-xs">
              <ExternalLink href={url}>{withoutSearch(url)}</ExternalLink>
            </span>
            <CopyButton label={`Copy URL: ${names[name]}`} text={withoutSearch(url)} />
          </dd>
        </div>
      ))}
      {key !== null && (
        <div className="grid gap-0.5">
          <dt className="text-ink-soft text-xs">Session key (header X-Session-API-Key)</dt>
          <dd>
            <SessionKey value={key} />
          </dd>
        </div>
      )}
    </dl>
  );
}
