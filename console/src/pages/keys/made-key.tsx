import type { RotatedKey } from '../../api/shapes.ts';
import { useSession } from '../../session/session.ts';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { Time } from '../../ui/time.tsx';

interface NewProps {
  readonly apiKey: string;
  readonly onClose: () => void;
  /** By default, "Key created". */
  readonly title?: string;
}

/** Shows a new key for the only time, and how to use it. */
export function NewKeyOnce({ apiKey, onClose, title = 'Key created' }: NewProps) {
  const { apiUrl } = useSession().config;
  const code = `export ACS_URL=${apiUrl}
export ACS_API_KEY=${apiKey}
curl -H "Authorization: Bearer $ACS_API_KEY" "$ACS_URL/api/keys/current"`;
  return (
    <SecretOnce
      label="API key"
      onClose={onClose}
      sample={{ label: 'Try it in a shell', code }}
      secret={apiKey}
      title={title}
    />
  );
}

interface RotatedProps {
  readonly successor: RotatedKey;
  readonly onClose: () => void;
}

/** Shows the successor of a key, and until when the old one works. The console switches to its own successor. */
export function RotatedKeyOnce({ successor, onClose }: RotatedProps) {
  const { key, changeKey } = useSession();
  const { key: secret, previous } = successor;
  const isOwn = previous.id === key.id;
  const close = (): void => {
    onClose();
    if (isOwn) changeKey(secret);
  };
  return (
    <SecretOnce label="API key" onClose={close} secret={secret} title="Key rotated">
      <div className="grid gap-1 text-sm">
        {previous.expires_at !== null && (
          <p>
            The old key works until <Time as="clock" value={previous.expires_at} />.
          </p>
        )}
        {isOwn && <p>This browser tab uses the new key from now on.</p>}
      </div>
    </SecretOnce>
  );
}
