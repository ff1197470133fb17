import { getRouteApi, Link } from '@tanstack/react-router';
import type { Prebuild } from '../../api/shapes.ts';
import { usePrebuild } from '../../data/prebuild-queries.ts';
import { Card } from '../../ui/card.tsx';
import { CodeSample } from '../../ui/code-sample.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { SandboxLink } from '../../ui/resource-link.tsx';
import { Time } from '../../ui/time.tsx';
import { providerNames } from '../conversations/repository.ts';
import { PrebuildActions } from './prebuild-actions.tsx';
import { HookSteps } from './prebuild-hook.tsx';
import { buildTime, refreshWords } from './prebuild-words.ts';
import { LastBuild } from './prebuilds-page.tsx';

const route = getRouteApi('/prebuilds/$prebuildId');

export function PrebuildPage() {
  const { prebuildId } = route.useParams();
  const prebuild = usePrebuild(prebuildId);
  return (
    <>
      <PageHeader actions={prebuild.data && <PrebuildActions prebuild={prebuild.data} />} title="Prebuild">
        <span className="break-all">{prebuild.data?.repository}</span>
      </PageHeader>
      <QueryStates query={prebuild}>
        {(one) => (
          <>
            <Failure prebuild={one} />
            <Card>
              <Facts facts={factsOf(one)} />
            </Card>
            <Card title="Starts begin from">
              <Current prebuild={one} />
            </Card>
            {one.hook_url !== null && (
              <Card title="Webhook">
                <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
                  <CodeSample code={one.hook_url} label="URL" />
                  <HookSteps />
                </div>
              </Card>
            )}
          </>
        )}
      </QueryStates>
    </>
  );
}

function factsOf(prebuild: Prebuild) {
  const { build, next_build_at: next, resources: size } = prebuild;
  return [
    ['Last build', <LastBuild key="build" prebuild={prebuild} />],
    ['Its sandbox', build?.sandbox_id ? <SandboxLink id={build.sandbox_id} key="sandbox" /> : null],
    [
      'Branch',
      <span className="break-all" key="branch">
        {prebuild.branch ?? 'Default branch'}
      </span>,
    ],
    ['Git provider', prebuild.git_provider === null ? 'Default' : providerNames[prebuild.git_provider]],
    ['Sandbox spec', prebuild.sandbox_spec_id],
    ['Size of builds', size === null ? 'That of the spec' : sizeOf(size)],
    ['Built again', refreshWords[prebuild.refresh]],
    ['Next build', next && <Time key="next" value={next} />],
    ['Set-up script at starts', prebuild.setup_on_start ? 'Runs at each start' : 'Runs if it has changed'],
    ['Created', <Time as="clock" key="created" value={prebuild.created_at} />],
  ] as const;
}

function sizeOf({ cpu, memory_gb: memory, disk_gb: disk }: NonNullable<Prebuild['resources']>): string {
  const parts = [cpu && `${cpu} vCPU`, memory && `${memory} GB`, disk && `workspace ${disk} GB`];
  return parts.filter(Boolean).join(', ');
}

/** Why the last build failed, and what starts do. */
function Failure({ prebuild: { failure, current } }: { readonly prebuild: Prebuild }) {
  if (failure === null) return null;
  return (
    <Notice title="The last build failed" tone="bad">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <p className="break-words">
          {failure.message} (<Time value={failure.at} />)
        </p>
        {failure.output !== null && <CodeSample code={failure.output} label="The end of its output" />}
        <p>
          {current === null
            ? 'Starts clone the repository until a build succeeds.'
            : 'Starts still begin from the last successful build.'}
        </p>
      </div>
    </Notice>
  );
}

function Current({ prebuild: { current } }: { readonly prebuild: Prebuild }) {
  if (current === null)
    return <p className="text-ink-soft text-sm">A clone of the repository: no build has succeeded yet.</p>;
  return (
    <Facts
      facts={[
        ['Built', <Time as="clock" key="built" value={current.built_at} />],
        ['Took', buildTime(current.seconds)],
        ['Commit', current.commit && <code key="commit">{current.commit.slice(0, 12)}</code>],
        ['Version of the spec', current.spec_version],
        [
          'Snapshot',
          <Link
            className="text-accent underline-offset-2 hover:underline"
            key="snapshot"
            params={{ snapshotId: current.snapshot_id }}
            to="/snapshots/$snapshotId"
          >
            <code title={current.snapshot_id}>{current.snapshot_id.slice(-8)}</code>
          </Link>,
        ],
      ]}
    />
  );
}
