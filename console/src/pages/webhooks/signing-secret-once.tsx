import { SecretOnce } from '../../ui/secret-once.tsx';

interface Props {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows a signing secret for the only time, and what a receiver does with it. */
export function SigningSecretOnce({ title, secret, onClose }: Props) {
  return (
    <SecretOnce label="Signing secret" onClose={onClose} secret={secret} title={title}>
      <p className="text-sm">
        Give it to the receiver, for example as <code className="font-mono">WEBHOOK_SECRET</code>, and let it verify the
        signature of every request. The page of the endpoint has code for that.
      </p>
    </SecretOnce>
  );
}
