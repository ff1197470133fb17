import { duration } from '../../../shared/presentation/time.ts';
import { wantsPlainTerminal } from '../environment.ts';
import { oneLine } from './plain.ts';
import { shortened } from './width.ts';

/** Progress of a long task: one animated line on a terminal, a line for each step elsewhere. */
export interface Progress {
  step(text: string): void;
  done(text: string): void;
  failed(text: string): void;
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** Milliseconds between two frames. */
const PACE = 100;

/** The timer of the animated last line of the terminal. */
let moving: NodeJS.Timeout | undefined;

/** Clears the animated line before other output; its next frame draws it below. */
export function clearProgress(): void {
  if (moving !== undefined) process.stderr.write('\r\u001b[K');
}

export function endProgress(): void {
  clearProgress();
  clearInterval(moving);
  moving = undefined;
}

/** Does not change the mode of the terminal, so Ctrl-C and Ctrl-Z work as usual. */
export function startProgress(first: string): Progress {
  if (process.stderr.isTTY !== true || wantsPlainTerminal()) return printed(first);
  const begin = performance.now();
  let [text, frame] = [oneLine(first), 0];
  const draw = () => {
    frame += 1;
    const tail = ` ${duration(Math.floor((performance.now() - begin) / 1000) * 1000)}`;
    const fitting = shortened(text, (process.stderr.columns || 80) - tail.length - 3);
    process.stderr.write(`\r\u001b[K${frames[frame % frames.length]} ${fitting}${tail}`);
  };
  const end = (mark: string, last: string) => {
    endProgress();
    process.stderr.write(`${mark} ${oneLine(last)}\n`);
  };
  endProgress();
  moving = setInterval(draw, PACE).unref();
  draw();
  return {
    step: (next) => {
      text = oneLine(next);
    },
    done: (last) => end('✓', last),
    failed: (last) => end('✗', last),
  };
}

function printed(first: string): Progress {
  const print = (text: string) => process.stderr.write(`${oneLine(text)}\n`);
  print(first);
  return { step: print, done: print, failed: print };
}
