import type { CreatedInvitation } from '../../api/shapes.ts';
import { Badge } from '../../ui/badge.tsx';
import { DoneAction, Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextToCopy } from '../../ui/text-to-copy.tsx';

interface Props {
  readonly made: readonly CreatedInvitation[];
  readonly onClose: () => void;
}

/** The links of new invitations, which are shown once. */
export function InvitationLinks({ made, onClose }: Props) {
  const isAllSent = made.every(({ email_sent: isSent }) => isSent);
  return (
    <Modal
      isGuarded
      isWide
      onClose={onClose}
      title={made.length === 1 ? 'Invitation created' : `${made.length} invitations created`}
    >
      {isAllSent ? (
        <Notice title="The invitations were sent by mail" tone="good">
          You can also send the links yourself. They are shown only once.
        </Notice>
      ) : (
        <Notice title="Send the links now" tone="warn">
          They are shown only once. Send each link only to the person it is for.
        </Notice>
      )}
      <ul className="grid gap-3">
        {made.map(({ id, email, role, access_role, email_sent: isSent, invite_url: url, token }) => (
          <li className="grid gap-1" key={id}>
            <p className="flex flex-wrap items-center gap-2 font-medium text-sm">
              {email === '' ? 'Anyone with the link' : email}
              <span className="font-normal text-ink-soft">as {access_role ?? role}</span>
              {isSent && <Badge tone="good">Sent</Badge>}
            </p>
            <TextToCopy
              label={`Copy the invitation ${email === '' ? 'link' : `of ${email}`}`}
              text={url ?? token ?? ''}
            />
          </li>
        ))}
      </ul>
      <DoneAction onClick={onClose} />
    </Modal>
  );
}
