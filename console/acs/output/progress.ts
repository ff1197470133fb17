import { duration } from '../../../shared/presentation/time.ts';
import { wantsPlainTerminal } from '../environment.ts';
import { oneLine } from './plain.ts';
import { shortened } from './table.ts';

/** Long work as it goes on: one line that moves on a terminal, a line for each step elsewhere. */
export interface Progress {
  step(text: string): void;
  done(text: string): void;
  failed(text: string): void;
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** Between two frames, in milliseconds. */
const PACE = 100;

/** What moves now, on the last line of the terminal. */
let moving: NodeJS.Timeout | undefined;

/** Takes the line that moves away, so that others can be written: it comes back below them with its next frame. */
export function clearProgress(): void {
  if (moving !== undefined) process.stderr.write('\r\u001b[K');
}

/** Ends what moves, however far it came. */
export function endProgress(): void {
  clearProgress();
  clearInterval(moving);
  moving = undefined;
}

/** The terminal stays as it is, so that Ctrl-C and Ctrl-Z do what they always do. */
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
