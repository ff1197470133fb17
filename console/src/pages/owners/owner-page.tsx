import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Gauge, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { count, dollars } from '../../../../shared/presentation/money.ts';
import { fieldErrors } from '../../api/failure.ts';
import type { Limits, LimitsRequest, Owner } from '../../api/shapes.ts';
import { live } from '../../live/polls.ts';
import { useApi } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Facts } from '../../ui/facts.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { Time } from '../../ui/time.tsx';
import { useToast } from '../../ui/toasts.ts';
import { NewKey } from '../keys/key-dialogs.tsx';
import { LimitFields } from '../keys/key-fields.tsx';
import { limitFields, limitsOf } from '../keys/key-request.ts';
import { NewKeyOnce } from '../keys/made-key.tsx';
import { actorName } from './actor-name.ts';
import { OwnerLife, OwnerLifeNotice } from './owner-life.tsx';

const route = getRouteApi('/owners/$ownerId');

export function OwnerPage() {
  const api = useApi();
  const { ownerId } = route.useParams();
  const owner = useQuery({
    queryKey: ['owners', 'one', ownerId],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/owners/{owner_id}', { params: { path: { owner_id: ownerId } }, signal })),
    refetchInterval: live(),
  });
  return (
    <>
      <PageHeader actions={owner.data && <OwnerActions owner={owner.data} />} title={ownerId}>
        Owner
      </PageHeader>
      <QueryStates query={owner}>{(shown) => <OwnerFacts owner={shown} />}</QueryStates>
    </>
  );
}

function OwnerFacts({ owner }: { readonly owner: Owner }) {
  const { limits, active_sandboxes: active, created_at: at, created_by: by } = owner;
  return (
    <>
      <OwnerLifeNotice owner={owner} />
      <Card title="Overview">
        <Facts
          facts={[
            ['Active sandboxes', active],
            [
              'Created',
              at === null ? 'Never set up: it only has API keys' : <Time as="clock" key="created" value={at} />,
            ],
            ['Created by', actorName(by)],
          ]}
        />
      </Card>
      <Card title="Limits">
        <Facts facts={limitWords(limits)} />
      </Card>
    </>
  );
}

const ofService = 'Service default';

/** The limits of an owner as text. */
function limitWords(limits: Limits): readonly (readonly [name: string, words: string])[] {
  const words = (limit: number | null, write: (amount: number) => string, none = ofService): string =>
    limit === null ? none : write(limit);
  return [
    ['Concurrent sandboxes', words(limits.sandboxes, count)],
    ['vCPUs of these sandboxes', words(limits.vcpus, count)],
    ['Requests per minute', words(limits.requests_per_minute, count)],
    ['Monthly budget', words(limits.monthly_budget_usd, dollars, 'None')],
    ['Sandbox hours per month', words(limits.monthly_sandbox_hours, count, 'None')],
  ];
}

function OwnerActions({ owner }: { readonly owner: Owner }) {
  const [asked, setAsked] = useState<'limits' | 'key'>();
  const [key, setKey] = useState<string>();
  const close = (): void => setAsked(undefined);
  return (
    <>
      <OwnerLife owner={owner} />
      <Button icon={Gauge} onClick={() => setAsked('limits')}>
        Edit limits
      </Button>
      <Button icon={KeyRound} onClick={() => setAsked('key')}>
        Create key
      </Button>
      {asked === 'limits' && <ChangeLimits onClose={close} owner={owner} />}
      {asked === 'key' && (
        <NewKey
          onClose={close}
          onMade={(made) => {
            close();
            setKey(made);
          }}
          ownerId={owner.id}
        />
      )}
      {key !== undefined && (
        <NewKeyOnce apiKey={key} onClose={() => setKey(undefined)} title={`Key for ${owner.id} created`} />
      )}
    </>
  );
}

/** An empty field removes its limit. */
const noLimits = Object.fromEntries(limitFields.map(({ name }) => [name, null]));

interface ChangeLimitsProps {
  readonly owner: Owner;
  readonly onClose: () => void;
}

function ChangeLimits({ owner, onClose }: ChangeLimitsProps) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const change = useMutation({
    mutationFn: async (limits: LimitsRequest) => {
      const params = { path: { owner_id: owner.id } };
      await answerOf(api.PATCH('/api/v1/owners/{owner_id}', { params, body: { limits } }));
      await queries.invalidateQueries({ queryKey: ['owners'] });
    },
    onSuccess: () => {
      toast({ tone: 'good', title: `Limits of ${owner.id} saved` });
      onClose();
    },
  });
  const submit = (fields: FormData) => change.mutate({ ...noLimits, ...limitsOf(fields) });
  return (
    <Dialog isWide onClose={onClose} title={`Limits of ${owner.id}`}>
      <DialogForm action="Save" mutation={change} onClose={onClose} onSubmit={submit}>
        <p className="text-ink-soft text-sm">
          New limits apply from the next start, resume or rate limit window. Running sandboxes continue, unless their
          budget is used up.
        </p>
        <LimitFields
          errors={fieldErrors(change.error)}
          legend="Leave empty to use the service default"
          limits={owner.limits}
        />
      </DialogForm>
    </Dialog>
  );
}
