import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { describe, expect, it } from 'vitest';
import { settingsFor } from '../../infra/config.ts';
import { Observability } from '../../infra/constructs/observability.ts';
import { ServiceTable } from '../../infra/constructs/service-table.ts';
import { metricNames } from '../../shared/contract/metrics.ts';
import { workers } from '../../shared/contract/workers.ts';
import { alarmsOf, full, fullyObserved, shortName } from './observability.ts';
import { changedProduction, production, type Synthesis } from './synthesis.ts';

const resources = (type: string, of = fullyObserved()) => of.resources('api', type);

/** The dashboard's body without references that only a deployment resolves. */
const dashboardOf = (synthesis: Synthesis): string => {
  const [dashboard] = resources('AWS::CloudWatch::Dashboard', synthesis);
  const body = dashboard?.properties.DashboardBody;
  return (body?.['Fn::Join']?.[1] ?? [body]).map((part: unknown) => (typeof part === 'string' ? part : 'x')).join('');
};

interface Widget {
  readonly type: string;
  readonly properties: {
    readonly title?: string;
    readonly query?: string;
    readonly metrics?: readonly (readonly unknown[])[];
  };
}
const widgets: readonly Widget[] = JSON.parse(dashboardOf(fullyObserved())).widgets;

describe('dashboard', () => {
  it('is a single one, named after the stage', () => {
    const dashboards = resources('AWS::CloudWatch::Dashboard');

    expect(dashboards.map(({ properties }) => properties.DashboardName)).toEqual(['agent-conversations-prod']);
  });

  it('has at most the fifty free metrics', () => {
    const metrics = widgets.flatMap(({ properties }) => properties.metrics ?? []);
    // An expression is an object.
    const counted = metrics.filter(([first]) => typeof first === 'string');

    expect(counted.length).toBeGreaterThan(30);
    expect(counted.length).toBeLessThanOrEqual(50);
  });

  it('shows every metric of the service', () => {
    const shown = JSON.stringify(widgets);

    // By name, or in a search for metrics with more dimensions.
    expect(metricNames.filter((name) => !new RegExp(`"${name}\\\\*"`).test(shown))).toEqual([]);
  });

  it("shows the times of this deployment's starts and steps by spec", () => {
    const searches = widgets
      .flatMap(({ properties }) => properties.metrics ?? [])
      .flatMap((metric) => JSON.stringify(metric).match(/SEARCH\(.*?\)/g) ?? []);

    expect(searches.map((search) => /MetricName=\W+(\w+)\W.*(p\d\d)/.exec(search)?.slice(1))).toEqual([
      ['StartSeconds', 'p50'],
      ['StartSeconds', 'p95'],
      ['StepSeconds', 'p50'],
      ['StepSeconds', 'p95'],
    ]);
    for (const search of searches) expect(search).toContain('agent-conversations-prod');
  });

  it('shows traffic, errors, latency, starts, sandboxes, saves, sweeps and cost', () => {
    const titles = widgets.map(({ properties }) => properties.title).join('\n');

    for (const subject of ['Requests and errors', 'Latency', 'Starts by outcome', 'Seconds by step', 'Sandboxes'])
      expect(titles).toContain(subject);
    for (const subject of ['Saves', 'Sweeps', 'Cost of the account by day']) expect(titles).toContain(subject);
  });

  it('reads logs of functions that there are', () => {
    const groups = new Set(
      widgets.flatMap(({ properties: { query = '' } }) => query.match(/'\/aws\/lambda\/[^']+'/g) ?? []),
    );
    const known = workers.map(({ id }) => `'/aws/lambda/agent-conversations-prod-${id}'`);

    expect(groups.size).toBeGreaterThan(3);
    for (const group of groups) expect(known).toContain(group);
  });

  it('is absent when the settings turn it off, with the saved queries', () => {
    const without = changedProduction();

    expect(resources('AWS::CloudWatch::Dashboard', without)).toEqual([]);
    expect(resources('AWS::Logs::QueryDefinition', without)).toEqual([]);
  });
});

describe('figures that API Gateway publishes', () => {
  it('are watched under the name and stage of the API', () => {
    const [api] = resources('AWS::ApiGateway::RestApi');
    const [stage] = resources('AWS::ApiGateway::Stage');
    const alarm = alarmsOf(fullyObserved()).find((other) => shortName(other) === 'api-failing');

    expect(alarm?.Dimensions).toEqual([
      { Name: 'ApiName', Value: api?.properties.Name },
      { Name: 'Stage', Value: stage?.properties.StageName },
    ]);
    // Those of the edge would count the usual 503 of a sandbox that starts.
    expect(stage?.properties.StageName).toBe('prod');
  });
});

describe('saved queries', () => {
  const queries = resources('AWS::Logs::QueryDefinition').map(({ properties }) => properties);

  it('ask by request, sandbox, conversation and owner, under the name of the stage', () => {
    const names = queries.map(({ Name }) => String(Name));

    for (const subject of ['request id (1 of', 'sandbox', 'conversation', 'owner'])
      expect(
        names.some((name) => name.startsWith(`agent-conversations-prod/by ${subject}`)),
        subject,
      ).toBe(true);
  });

  it('read at most as many log groups as CloudWatch allows, each once', () => {
    for (const { Name, LogGroupNames } of queries) {
      expect(LogGroupNames.length, Name).toBeGreaterThan(0);
      expect(LogGroupNames.length, Name).toBeLessThanOrEqual(50);
      expect(new Set(LogGroupNames).size, Name).toBe(LogGroupNames.length);
    }
  });

  it('by request look into every function with a route, and the access log', () => {
    const byRequest = queries
      .filter(({ Name }) => Name.includes('by request id'))
      .flatMap((query) => query.LogGroupNames);
    const functions = resources('AWS::Lambda::Function').length;

    expect(byRequest).toHaveLength(functions - workers.length + 1);
  });
});

describe('traces', () => {
  it('cover the share of calls in the settings, and nothing else', () => {
    expect(resources('AWS::XRay::SamplingRule').map(({ properties }) => properties.SamplingRule)).toEqual([
      expect.objectContaining({
        RuleName: 'agent-conversations-prod',
        FixedRate: full.tracedPercent / 100,
        ReservoirSize: 0,
        ServiceName: 'agent-conversations-prod/prod',
        ServiceType: 'AWS::ApiGateway::Stage',
      }),
    ]);
    for (const { properties } of resources('AWS::Lambda::Function'))
      expect(properties.TracingConfig).toEqual({ Mode: 'PassThrough' });
  });
});

describe('lines of Lambda about each run', () => {
  it('are kept, because they state the cost of a run', () => {
    for (const { properties } of resources('AWS::Lambda::Function'))
      expect(properties.LoggingConfig).toMatchObject({ LogFormat: 'JSON', SystemLogLevel: 'INFO' });
  });
});

describe('budget', () => {
  it('warns at 80 and 100 percent of a month, and when more is expected, by mail and topic', () => {
    const [budget, ...others] = resources('AWS::Budgets::Budget').map(({ properties }) => properties);

    expect(others).toEqual([]);
    expect(budget?.Budget).toMatchObject({
      BudgetName: 'agent-conversations-prod-spend',
      TimeUnit: 'MONTHLY',
      BudgetLimit: { Amount: 250, Unit: 'USD' },
    });
    expect(budget?.NotificationsWithSubscribers).toMatchObject(
      [
        { NotificationType: 'ACTUAL', Threshold: 80 },
        { NotificationType: 'FORECASTED', Threshold: 100 },
        { NotificationType: 'ACTUAL', Threshold: 100 },
      ].map((Notification) => ({
        Notification,
        Subscribers: [
          { SubscriptionType: 'EMAIL', Address: full.budgetMail },
          { SubscriptionType: 'SNS', Address: full.alarmTopicArn },
        ],
      })),
    );
  });

  it('is there only when it is asked for', () => {
    expect(resources('AWS::Budgets::Budget', production())).toEqual([]);
  });
});

describe('alarms, dashboard and queries', () => {
  it('name functions, logs, API and tables that there are', () => {
    const of = fullyObserved();
    const names = (type: string, property: string) =>
      of.everyResource(type).map(({ properties }) => properties[property] as string);
    const functions = names('AWS::Lambda::Function', 'FunctionName');
    const logs = names('AWS::Logs::LogGroup', 'LogGroupName');
    const watched = JSON.stringify(of.resources('api', 'AWS::CloudWatch::Alarm'));
    const looked = of
      .resources('api', 'AWS::Logs::QueryDefinition')
      .flatMap(({ properties }) => properties.LogGroupNames);
    const dashboard = JSON.stringify(of.resources('api', 'AWS::CloudWatch::Dashboard'));

    const inAlarms = [...watched.matchAll(/"Name":"FunctionName","Value":"([^"]+)"/g)].map(([, name]) => name);
    expect(inAlarms.length).toBeGreaterThan(0);
    expect(inAlarms.filter((name) => !functions.includes(name ?? ''))).toEqual([]);
    expect(looked.filter((name) => !logs.includes(name))).toEqual([]);
    const inDashboard = [...dashboard.matchAll(/\/aws\/(?:lambda|apigateway)\/[\w-]+/g)].map(([name]) => name);
    expect(inDashboard.length).toBeGreaterThan(0);
    expect(inDashboard.filter((name) => !logs.includes(name))).toEqual([]);
    const [api] = of.resources('api', 'AWS::ApiGateway::RestApi');
    expect(watched).toContain(`"Name":"ApiName","Value":"${api?.properties.Name}"`);
  });
});

describe('local stage', () => {
  it('has nothing of all this', () => {
    const stack = new Stack(new App({ builtinCloudFormationValidation: false }), 'Local');
    const table = new ServiceTable(stack, 'Table', { variable: 'TABLE', partitionKey: 'id', protect: false });
    const data = { sandboxes: table, owners: table, startTasks: table, apiCalls: table, events: table };
    const failures = new Metric({ namespace: 'AWS/SQS', metricName: 'Failures' });
    const settings = settingsFor((key) => (key === 'stage' ? 'local' : undefined));

    new Observability(stack, 'Observability', { settings, data, failures, accessLogs: 'access' });

    const { Resources } = Template.fromStack(stack).toJSON();
    const types = Object.values<{ Type: string }>(Resources).map(({ Type }) => Type);
    expect(new Set(types)).toEqual(new Set(['AWS::DynamoDB::Table']));
  });
});
