import { getRouteApi } from '@tanstack/react-router';
import { useCan } from '../../session/session.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { AgentsTab } from './agents/agents-tab.tsx';
import { AlertsTab } from './alerts-tab.tsx';
import { GitTab } from './git/git-tab.tsx';
import { ModelTab } from './model/model-tab.tsx';
import { ProfilesTab } from './profiles/profiles-tab.tsx';
import { SecretsTab } from './secrets/secrets-tab.tsx';

const route = getRouteApi('/settings');

const tabs = [
  { value: 'model', label: 'Model' },
  { value: 'profiles', label: 'Model profiles' },
  { value: 'secrets', label: 'Secrets' },
  { value: 'git', label: 'Git providers' },
  { value: 'agents', label: 'Agent profiles' },
  { value: 'alerts', label: 'Alerts' },
] as const;

export function SettingsPage() {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const can = useCan();
  const shown = tabs.find(({ value }) => value === tab)?.value ?? 'model';
  return (
    <>
      <PageHeader title="Settings">Defaults for the conversations of this owner.</PageHeader>
      {!can('POST /api/v1/settings') && (
        <Notice title="Read-only" tone="info">
          Changing settings requires a key with the scope settings:write.
        </Notice>
      )}
      <Tabs label="Settings" onChange={(value) => navigate({ search: { tab: value } })} tabs={tabs} value={shown}>
        <TabPanel value="model">
          <ModelTab />
        </TabPanel>
        <TabPanel value="profiles">
          <ProfilesTab />
        </TabPanel>
        <TabPanel value="secrets">
          <SecretsTab />
        </TabPanel>
        <TabPanel value="git">
          <GitTab />
        </TabPanel>
        <TabPanel value="agents">
          <AgentsTab />
        </TabPanel>
        <TabPanel value="alerts">
          <AlertsTab />
        </TabPanel>
      </Tabs>
    </>
  );
}
