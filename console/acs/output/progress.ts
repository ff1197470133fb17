import { spinner } from '@clack/prompts';
import { oneLine, shortened } from './plain.ts';

/** Long work as it goes on: one line that moves on a terminal, a line for each step elsewhere. */
export interface Progress {
  step(text: string): void;
  done(text: string): void;
  failed(text: string): void;
}

export function startProgress(first: string): Progress {
  const { step, done, failed } = process.stderr.isTTY === true ? moving(oneLine(first)) : printed(oneLine(first));
  return {
    step: (text) => step(oneLine(text)),
    done: (text) => done(oneLine(text)),
    failed: (text) => failed(oneLine(text)),
  };
}

function moving(first: string): Progress {
  const shown = spinner({ output: process.stderr, indicator: 'timer', withGuide: false });
  const fitting = (text: string) => shortened(text, (process.stderr.columns || 80) - 12);
  shown.start(fitting(first));
  return {
    step: (text) => shown.message(fitting(text)),
    done: (text) => shown.stop(text),
    failed: (text) => shown.error(text),
  };
}

function printed(first: string): Progress {
  const print = (text: string) => process.stderr.write(`${text}\n`);
  print(first);
  return { step: print, done: print, failed: print };
}
