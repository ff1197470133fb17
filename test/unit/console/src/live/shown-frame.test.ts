import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onShownFrame } from '../../../../../console/src/live/shown-frame.ts';

let waiting: Map<number, () => void>;
let last: number;

/** A frame of the browser; a tab in the background has none. */
function frame(): void {
  const due = [...waiting.values()];
  waiting.clear();
  for (const call of due) call();
}

beforeEach(() => {
  [waiting, last] = [new Map(), 0];
  vi.stubGlobal('requestAnimationFrame', (call: () => void) => {
    last += 1;
    waiting.set(last, call);
    return last;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => void waiting.delete(id));
});
afterEach(() => void vi.unstubAllGlobals());

it('waits for a frame after the one that lays the page out', () => {
  const then = vi.fn();
  onShownFrame(then);
  frame();
  expect(then).not.toHaveBeenCalled();
  frame();
  expect(then).toHaveBeenCalledOnce();
});

it.each([0, 1])('can be prevented after %i frames', (frames) => {
  const then = vi.fn();
  const prevent = onShownFrame(then);
  for (let passed = 0; passed < frames; passed += 1) frame();
  prevent();
  frame();
  frame();
  expect(then).not.toHaveBeenCalled();
});
