import { rehearsal } from '../rehearsal/rehearsal.ts';

let tasks: (() => Promise<unknown>)[] | undefined;

/** Has something fetched before the first request that every request needs. Outside INIT nothing happens. */
export function duringInit(task: () => Promise<unknown>): void {
  if (!rehearsal()) tasks?.push(task);
}

/** Collects what the wiring asks for. */
export function tasksOf(wire: () => void): readonly (() => Promise<unknown>)[] {
  const collected: (() => Promise<unknown>)[] = [];
  tasks = collected;
  try {
    wire();
  } finally {
    tasks = undefined;
  }
  return collected;
}
