import { afterAll, describe, expect, it } from 'vitest';
import { changedProduction, Synthesis } from './synthesis.ts';

/** The account-wide parts of a statement. */
interface Statement {
  readonly Effect: string;
  readonly Principal: Readonly<Record<string, unknown>>;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const standard = new Synthesis({ stage: 'prod' });
afterAll(() => standard.remove());

const conditionOf = ({ Condition = {} }: Statement) => Object.assign({}, ...Object.values(Condition));

describe.each([
  ['the standard settings', () => standard],
  ['all settings', changedProduction],
] as const)('with %s', (_name, synthesisOf) => {
  it('services assume roles for this account only', () => {
    const own = { Ref: 'AWS::AccountId' };
    const statements: readonly Statement[] = synthesisOf()
      .everyResource('AWS::IAM::Role')
      .flatMap(({ properties }) => properties.AssumeRolePolicyDocument.Statement);
    // Lambda names no account when it assumes a role.
    const others = statements.filter(({ Principal }) => Principal.Service !== 'lambda.amazonaws.com');

    expect(others.map(({ Principal }) => Principal.Service).toSorted()).toEqual([
      'apigateway.amazonaws.com',
      'apigateway.amazonaws.com',
      'ecs-tasks.amazonaws.com',
      'ecs.amazonaws.com',
    ]);
    for (const statement of others) expect(conditionOf(statement)).toMatchObject({ 'aws:SourceAccount': own });
  });

  it('services reach buckets, queues and functions only for one resource of this deployment', () => {
    const policies = ['AWS::S3::BucketPolicy', 'AWS::SQS::QueuePolicy'].flatMap((type) =>
      synthesisOf().everyResource(type),
    );
    const statements: readonly Statement[] = policies.flatMap(({ properties }) => properties.PolicyDocument.Statement);
    const allowed = statements.filter(({ Effect }) => Effect === 'Allow');

    expect(allowed.length).toBeGreaterThan(2);
    for (const { Condition } of allowed) expect(JSON.stringify(Condition).toLowerCase()).toContain('aws:sourcearn');
    for (const { properties } of synthesisOf().everyResource('AWS::Lambda::Permission'))
      expect(properties.SourceArn).toBeDefined();
  });

  it('every function writes to a log group of its stack, which goes with it, and can make no other', () => {
    for (const { Resources } of synthesisOf().templates) {
      // biome-ignore lint/suspicious/noExplicitAny: a template has no types.
      const of = (type: string): readonly any[] => Object.values(Resources).filter(({ Type }) => Type === type);
      for (const { Properties } of of('AWS::Lambda::Function')) {
        const logGroup = Resources[Properties.LoggingConfig?.LogGroup?.Ref];
        expect(logGroup, Properties.FunctionName ?? Properties.Description).toMatchObject({
          Type: 'AWS::Logs::LogGroup',
          Properties: { RetentionInDays: 90 },
          DeletionPolicy: 'Delete',
        });
        expect(Properties.Runtime).toBe('nodejs24.x');
      }
      const roles = JSON.stringify(of('AWS::IAM::Role'));
      expect(roles).not.toContain('AWSLambdaBasicExecutionRole');
      expect(roles).not.toContain('logs:CreateLogGroup');
    }
  });
});
