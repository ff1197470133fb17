import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { duration } from '../../../../shared/presentation/time.ts';
import type { WebhookAnswer, WebhookAttempt, WebhookMessage } from '../../api/shapes.ts';
import { liveWhile } from '../../live/polls.ts';
import { useApi, useCan } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { DialogActions } from '../../ui/modal.tsx';
import { ErrorNotice, QueryStates } from '../../ui/query-states.tsx';
import { Time } from '../../ui/time.tsx';

interface Props {
  readonly endpointId: string;
  readonly messageId: string;
  readonly onClose: () => void;
}

/** One delivery: its body, and each attempt with its response. */
export function DeliveryDialog({ endpointId, messageId, onClose }: Props) {
  const api = useApi();
  const can = useCan();
  const queries = useQueryClient();
  const params = { path: { endpoint_id: endpointId, message_id: messageId } };
  const message = useQuery({
    queryKey: ['webhook-endpoints', endpointId, 'messages', 'one', messageId],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/webhook-endpoints/{endpoint_id}/messages/{message_id}', { params, signal })),
    refetchInterval: liveWhile<WebhookMessage>(isFirstAttemptDue),
  });
  const redeliver = useMutation({
    mutationFn: () =>
      answerOf(api.POST('/api/v1/webhook-endpoints/{endpoint_id}/messages/{message_id}/redeliver', { params })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhook-endpoints', endpointId] }),
  });
  return (
    <Dialog isWide onClose={onClose} title="Delivery">
      <QueryStates query={message}>
        {({ id, type, status, object_id: object, created_at: created, next_attempt_at: next, attempts, body }) => (
          <div className="grid gap-5">
            <Facts
              facts={[
                ['Event', type],
                [
                  'Status',
                  <Badge key="status" tone={deliveryTones[status]}>
                    {deliveryWords[status]}
                  </Badge>,
                ],
                ['Object', <code key="object">{object}</code>],
                ['ID (webhook-id)', <code key="id">{id}</code>],
                ['Created', <Time as="clock" key="created" value={created} />],
                ['Next attempt', next === null ? 'None' : <Time key="next" value={next} />],
              ]}
            />
            <Attempts attempts={attempts} />
            <section className="grid gap-1">
              <h3 className="flex items-center justify-between font-medium text-sm">
                Body
                <CopyButton label="Copy body" text={body} />
              </h3>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach scrollable content */}
              <pre className="max-h-80 overflow-auto rounded-lg bg-raised p-3 font-mono text-xs" tabIndex={0}>
                {prettyJson(body)}
              </pre>
            </section>
          </div>
        )}
      </QueryStates>
      {redeliver.error && <ErrorNotice error={redeliver.error} />}
      <DialogActions>
        {can('POST /api/v1/webhook-endpoints/{endpoint_id}/messages/{message_id}/redeliver') && (
          <Button busy={redeliver.isPending} onClick={() => redeliver.mutate()}>
            Send again
          </Button>
        )}
        <Button onClick={onClose} variant="primary">
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Whether a delivery is about to be sent. A retry is due in minutes or hours. */
export function isFirstAttemptDue({
  status,
  attempt_count: attempts,
}: Pick<WebhookMessage, 'status' | 'attempt_count'>) {
  return status === 'pending' && attempts === 0;
}

export const deliveryTones = { pending: 'info', delivered: 'good', failed: 'bad' } as const;

export const deliveryWords = { pending: 'Pending', delivered: 'Delivered', failed: 'Failed' } as const;

/** The responses, latest first. */
function Attempts({ attempts }: { readonly attempts: readonly WebhookAttempt[] }) {
  return (
    <section className="grid gap-1">
      <h3 className="font-medium text-sm">Attempts</h3>
      {attempts.length === 0 ? (
        <p className="text-ink-soft text-sm">Not sent yet.</p>
      ) : (
        <ol className="grid gap-1 text-sm">
          {attempts.toReversed().map(({ at, status, duration_ms: took, error, answer }) => (
            <li className="flex flex-wrap gap-x-3 gap-y-1 rounded-lg bg-raised px-3 py-2" key={at}>
              <span className={error === null ? 'font-medium text-good' : 'font-medium text-bad'}>
                {status ?? 'no response'}
              </span>
              <Time as="clock" value={at} />
              <span className="text-ink-soft">{duration(took)}</span>
              {error !== null && <span className="min-w-0 break-words">{error}</span>}
              {answer !== null && <AttemptAnswer answer={answer} />}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** The response of a receiver: untrusted text, shown as it is and cut while it is long. */
function AttemptAnswer({ answer: { text, truncated } }: { readonly answer: WebhookAnswer }) {
  const [isAll, setAll] = useState(false);
  const id = useId();
  const beginning = beginningOf(text);
  const isLong = beginning.length < text.length;
  return (
    <div className="flex w-full items-start gap-2">
      <div className="grid min-w-0 flex-1 gap-1">
        <pre className="whitespace-pre-wrap break-words font-mono text-xs" id={id}>
          {isLong && !isAll ? `${beginning}…` : text}
        </pre>
        {truncated && (isAll || !isLong) && <p className="text-ink-soft text-xs">Only the beginning is stored.</p>}
        {isLong && (
          <button
            aria-controls={id}
            aria-expanded={isAll}
            className="min-h-6 justify-self-start rounded text-accent text-xs underline underline-offset-2"
            onClick={() => setAll(!isAll)}
            type="button"
          >
            {isAll ? 'Show less' : 'Show all'}
          </button>
        )}
      </div>
      <CopyButton label="Copy response" text={text} />
    </div>
  );
}

/** How much of a long text is shown at first. */
const LINES = 5;
const CHARACTERS = 300;

/** The first lines of a text, or all of it. It never ends inside a surrogate pair. */
export function beginningOf(text: string): string {
  const lines = text.split('\n').slice(0, LINES).join('\n');
  return [...lines].slice(0, CHARACTERS).join('');
}

/** Formats JSON; other texts stay as they are. */
function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
