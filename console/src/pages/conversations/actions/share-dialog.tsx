import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link2, Link2Off } from 'lucide-react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import type { Conversation } from '../../../api/shapes.ts';
import { useApi, useSession } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { failed, useToast } from '../../../ui/toasts.ts';
import { changeShown, refreshConversations } from '../queries.ts';
import { SharedFiles } from './shared-files.tsx';

interface Props {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

const audiences = [
  ['members', 'All members', 'Everyone in your organization can read it and use its sandbox.'],
  [
    'private',
    'Private',
    'Only the person who started it, admins, and API keys that belong to no person. It cannot have a public link.',
  ],
] as const;

/** Who sees a conversation, and its public link. */
export function ShareDialog({ conversation, onClose }: Props) {
  const { visibility } = conversation;
  const share = useShare(conversation);
  const mayDecide = useMayDecide(conversation);
  return (
    <Dialog onClose={onClose} title="Share conversation">
      <div className="grid gap-5 text-sm">
        {!mayDecide && (
          <Notice title="You cannot change this" tone="info">
            Only the person who started the conversation and admins can change who sees it.
          </Notice>
        )}
        <fieldset className="grid gap-2" disabled={share.isPending || !mayDecide}>
          <legend className="mb-1 font-medium">Who sees it</legend>
          {audiences.map(([value, label, hint]) => (
            <label className="flex items-start gap-2.5" key={value}>
              <input
                checked={visibility === value}
                className="mt-1"
                name="visibility"
                onChange={() => share.mutate({ visibility: value })}
                type="radio"
                value={value}
              />
              <span className="grid">
                <span className="font-medium">{label}</span>
                <span className="text-ink-soft">{hint}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <PublicLinkSection conversation={conversation} mayDecide={mayDecide} share={share} />
      </div>
    </Dialog>
  );
}

/** Whether the service lets this session decide who sees it: as the maker, as an admin, or with a key of no member. */
function useMayDecide({ created_by_user_id: maker }: Conversation): boolean {
  const { member } = useSession().key;
  return member === null || member.id === maker || member.role === 'admin' || member.role === 'operator';
}

interface SectionProps {
  readonly conversation: Conversation;
  readonly mayDecide: boolean;
  readonly share: ReturnType<typeof useShare>;
}

/** An operator who forbids links ends no existing one, so these can still be revoked. */
function PublicLinkSection({ conversation, mayDecide, share }: SectionProps) {
  const { id, visibility, share_id: token } = conversation;
  const { hasPublicLinks } = useSession().config;
  return (
    <section aria-label="Public link" className="grid gap-2">
      <h3 className="font-medium">Public link</h3>
      {hasPublicLinks ? (
        <p className="text-ink-soft">
          Everyone who has the link can read messages, tool calls and their results without signing in. Known forms of
          secrets are masked, and files are shown only if you choose them. Read the conversation before you share it.
        </p>
      ) : (
        <p className="text-ink-soft">
          The operator of this service does not allow public links.
          {token !== null && ' The existing link does not open now. Revoke it to end it permanently.'}
        </p>
      )}
      {token === null && hasPublicLinks && mayDecide && (
        <Button
          busy={share.isPending}
          className="justify-self-start"
          disabled={visibility === 'private'}
          icon={Link2}
          onClick={() => share.mutate({ public: true })}
        >
          Create public link
        </Button>
      )}
      {token !== null && (
        <PublicLink
          isPending={share.isPending}
          onRevoke={mayDecide ? () => share.mutate({ public: false }) : undefined}
          token={token}
        />
      )}
      {token !== null && hasPublicLinks && mayDecide && <SharedFiles conversationId={id} token={token} />}
    </section>
  );
}

interface LinkProps {
  readonly token: string;
  readonly isPending: boolean;
  /** Undefined if this session cannot revoke it. */
  readonly onRevoke: (() => void) | undefined;
}

function PublicLink({ token, isPending, onRevoke }: LinkProps) {
  const link = `${window.location.origin}/shared/#${token}`;
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-2">
        <input
          aria-label="Link"
          className="min-w-0 flex-1 rounded-lg border border-line-strong bg-surface px-2.5 py-1.5 font-mono text-xs"
          onFocus={({ currentTarget }) => currentTarget.select()}
          readOnly
          value={link}
        />
        <CopyButton label="Copy link" text={link} />
      </div>
      {onRevoke && (
        <Button busy={isPending} className="justify-self-start" icon={Link2Off} onClick={onRevoke} variant="danger">
          Revoke link
        </Button>
      )}
    </div>
  );
}

function useShare({ id }: Conversation) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (body: { readonly visibility?: Conversation['visibility']; readonly public?: boolean }) =>
      answerOf(
        api.PATCH('/api/v1/app-conversations/{conversation_id}', { params: { path: { conversation_id: id } }, body }),
      ),
    onSuccess: ({ visibility, share_id, public: isPublic }) =>
      changeShown(queries, id, (shown) => ({ ...shown, visibility, share_id, public: isPublic })),
    onError: (error) => toast(failed('Share', error)),
    onSettled: () => refreshConversations(queries),
  });
}
