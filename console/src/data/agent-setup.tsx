import { agentOf, SIMULATED } from '../../../shared/presentation/agents.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { ErrorNotice } from '../ui/query-states.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useInstallAgent, useMachine } from './machine.ts';
import { useSpecs } from './spec-queries.ts';

/**
 * Says that conversations get the reference agent, where its answers could be taken for those of a model, and offers
 * the real one if this is a local service. Nothing where a real agent answers.
 */
export function AgentSetup() {
  return useSession().config.isLocal ? <LocalAgent /> : null;
}

function LocalAgent() {
  const { data: machine } = useMachine();
  const { data: specs } = useSpecs();
  const install = useInstallAgent();
  const agent = machine?.agent;
  const spec = agent?.spec ?? specs?.[0]?.id;
  if (spec === undefined || !agentOf(spec).isSimulated) return null;
  const isInstalling = agent?.installation === 'installing' || install.isPending;
  return (
    <Notice title="New conversations get the reference agent" tone="warn">
      <div className="grid justify-items-start gap-3">
        <p>{SIMULATED}</p>
        {agent && agent.installation !== 'installed' && !isInstalling && (
          <>
            <p>
              The OpenHands agent works with a language model. Its installation takes a minute or two and 600 MB. New
              conversations then use it.
            </p>
            <Button onClick={() => install.mutate()} variant="primary">
              Use the OpenHands agent
            </Button>
          </>
        )}
        {agent?.installation === 'installed' && (
          <p>
            The OpenHands agent is installed. Start the service without <code>--agent reference</code> to use it.
          </p>
        )}
        {isInstalling && <Spinner label={`Installing the OpenHands agent: ${agent?.detail ?? 'starting'}`} />}
        {agent?.installation === 'failed' && !isInstalling && <p role="alert">{agent.detail}</p>}
        {install.error && <ErrorNotice error={install.error} />}
      </div>
    </Notice>
  );
}
