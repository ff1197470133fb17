import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { useApi, useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';

type Decision = 'approve' | 'deny';

/** Lets a program that shows a code have a key of this owner (RFC 8628). */
export function ApproveDevice({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const { user_id: owner, scopes } = useSession().key;
  const ref = useRef<HTMLFormElement>(null);
  const decide = useMutation({
    mutationFn: (body: { readonly user_code: string; readonly decision: Decision }) =>
      answerOf(
        api.POST('/oauth/device/verify-authenticated', {
          body,
          bodySerializer: (fields) => new URLSearchParams({ ...fields }),
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        }),
      ),
    onSuccess: () => ref.current?.reset(),
  });
  const send = (decision: Decision): void => {
    if (!ref.current?.reportValidity()) return;
    decide.mutate({ user_code: String(new FormData(ref.current).get('user_code')), decision });
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    send('approve');
  };
  return (
    <Dialog onClose={onClose} title="Approve device">
      <form className="grid gap-4" onSubmit={submit} ref={ref}>
        <p className="text-ink-soft text-sm">
          Programs without a key, such as <code className="font-mono">acs login --device</code>, show a code. Type it
          from the screen of a program that you started yourself, never from a message. The program gets a key of{' '}
          <b className="text-ink">{owner}</b> with all scopes of yours: {scopes.join(', ')}.
        </p>
        <TextField autoComplete="off" label="Code" name="user_code" placeholder="ABCD-EFGH" required />
        {decide.error && <ErrorNotice error={decide.error} />}
        {decide.data && (
          <Notice title={decide.data.message} tone="good">
            {decide.data.device.program ?? 'Unnamed program'} from {decide.data.device.address ?? 'an unknown address'},
            requested <Time value={decide.data.device.asked_at} />.
            {decide.data.scopes.length > 0 && ' If that was not you, revoke its key “device login”.'}
          </Notice>
        )}
        <DialogActions>
          <Button onClick={() => send('deny')}>Deny</Button>
          <Button busy={decide.isPending} type="submit" variant="primary">
            Approve
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
