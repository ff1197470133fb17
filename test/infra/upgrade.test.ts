import { describe, expect, it } from 'vitest';
import { digestOf } from '../../infra/upgrade/template-digest.ts';
import { changedProduction } from './synthesis.ts';

/** Types whose names need not be unique. */
const shared = ['AWS::ApiGateway::RestApi', 'AWS::ApiGateway::Stage', 'AWS::IAM::Policy', 'AWS::Route53::RecordSet'];

describe('what an upgrade compares', () => {
  const digest = digestOf(Object.fromEntries(changedProduction().templates.map((one, place) => [`${place}`, one])));

  it('has the names of all types with fixed names', () => {
    const known = new Set(Object.keys(digest.names).map((name) => name.split(' ')[0]));
    const named = changedProduction()
      .everyResource()
      .filter(({ type, properties }) => {
        const own = type.split('::').at(-1);
        return ['Name', `${own}Name`, 'FunctionName'].some((name) => typeof properties[name] === 'string');
      })
      .filter(({ type }) => !['AWS::Lambda::EventInvokeConfig', 'AWS::Lambda::EventSourceMapping'].includes(type));

    expect([...new Set(named.map(({ type }) => type))].filter((type) => !known.has(type)).toSorted()).toEqual(shared);
  });

  it('has all tables, what outlives its stack, and exports with their uses', () => {
    const { tables, retained, exports, imports } = digest;

    expect(Object.keys(tables)).toHaveLength(changedProduction().everyResource('AWS::DynamoDB::Table').length);
    // changedProduction() protects nothing.
    expect(Object.keys(retained)).toEqual([]);
    expect(imports.length).toBeGreaterThan(20);
    expect(imports.filter((name) => exports[name] === undefined)).toEqual([]);
  });
});
