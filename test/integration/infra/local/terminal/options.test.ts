import { describe, expect, it } from 'vitest';
import { parseOptions } from '../../../../../infra/local/terminal/options.ts';
import { UserError } from '../../../../../infra/local/terminal/user-error.ts';

describe('the options of npm start', () => {
  it('have defaults', () => {
    const options = parseOptions([], {});

    expect(options).toMatchObject({ port: 3000, json: false, help: false });
    expect(options.stateDirectory).toMatch(/\/\.local\/3000$/);
  });

  it('take the port from the command line, or else from the environment', () => {
    expect(parseOptions([], { PORT: '4000' }).port).toBe(4000);
    expect(parseOptions([], { PORT: '' }).port).toBe(3000);
    expect(parseOptions(['--port', '5000'], { PORT: '4000' }).port).toBe(5000);
  });

  it('allow further names of hosts', () => {
    expect(parseOptions([], {}).allowedHosts).toEqual([]);
    expect(parseOptions(['--allow-host', 'A.example', '--allow-host', '10.0.0.2'], {}).allowedHosts).toEqual([
      'a.example',
      '10.0.0.2',
    ]);
  });

  it('separate the state of different ports', () => {
    expect(parseOptions([], { PORT: '4000' }).stateDirectory).toMatch(/\/\.local\/4000$/);
    expect(parseOptions(['--state', '/tmp/here'], { PORT: '4000' }).stateDirectory).toBe('/tmp/here');
  });

  it('have a console unless it is not wanted', () => {
    expect(parseOptions([], {}).console).toEqual({ port: undefined });
    expect(parseOptions(['--console-port', '3010'], {}).console).toEqual({ port: 3010 });
    expect(parseOptions(['--no-console'], {}).console).toBeUndefined();
  });

  it.each([
    ['a port of a console that is not wanted', ['--no-console', '--console-port', '3010']],
    ['the port of the service for the console', ['--port', '4000', '--console-port', '4000']],
    ['the port of the edge for the console', ['--edge-port', '4001', '--console-port', '4001']],
    ['a port that is no number', ['--port', 'http']],
    ['a port out of range', ['--port', '70000']],
    ['an option that does not exist', ['--prot', '3000']],
    ['a name of a host with a port', ['--allow-host', 'a.example:3000']],
    ['an argument', ['start']],
  ])('refuse %s', (_what, args) => {
    expect(() => parseOptions(args, {})).toThrow(UserError);
  });
});
