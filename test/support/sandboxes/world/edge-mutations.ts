import type { SandboxChange } from '../../../../shared/domain/sandboxes/store/sandbox-store.ts';
import { overriding } from '../../platform/overriding.ts';
import { Ageless, Careless, Hurried, Orderless, Unclaimed, Unversioned } from '../edge-faults.ts';
import type { Mutation } from './mutations.ts';

/** At least one for each step of the claims, the writer and the sweep of the entries at the edge. */
export const edgeMutations: readonly Mutation[] = [
  {
    name: 'nothing claims public addresses',
    breaks: 'leads-home',
    mutations: { edge: { rows: (now) => new Unclaimed(now) } },
  },
  {
    name: 'an address is free as soon as the store has lost its entry',
    breaks: 'leads-home',
    mutations: { edge: { rows: (now) => new Hurried(now) } },
  },
  {
    name: 'agents get their keys while the address of their task waits',
    breaks: 'kept',
    mutations: {
      edge: {
        entries: (entries) => ({
          take: async (...given) => {
            await entries.take(...given);
            return 'taken';
          },
          refresh: (sandbox) => entries.refresh(sandbox),
          leave: (sandbox) => entries.leave(sandbox),
        }),
      },
    },
  },
  {
    name: 'a worker that hung evicts a later sandbox at its address',
    breaks: 'kept',
    mutations: { edge: { rows: (now) => new Ageless(now) } },
  },
  {
    name: 'updates of the store do not name the version that they replace',
    breaks: 'leads-home',
    mutations: { edge: { store: () => new Unversioned() } },
  },
  {
    name: 'a late result of an update counts for a newer version of the row',
    breaks: 'agrees',
    mutations: { edge: { rows: (now) => new Careless(now) } },
  },
  {
    name: 'an older row of a sandbox replaces its entry',
    breaks: 'newest',
    mutations: { edge: { rows: (now) => new Orderless(now) } },
  },
  {
    name: 'stops and the sweep ask for no removal',
    breaks: 'agrees',
    mutations: {
      edge: {
        entries: (entries) => ({
          take: (...given) => entries.take(...given),
          refresh: (sandbox) => entries.refresh(sandbox),
          leave: async () => undefined,
        }),
      },
    },
  },
  {
    name: 'changes of a row are not asked for, and the sweep asks for none',
    breaks: 'agrees',
    mutations: {
      edge: {
        entries: (entries) => ({
          take: (...given) => entries.take(...given),
          refresh: async () => undefined,
          leave: (sandbox) => entries.leave(sandbox),
        }),
      },
    },
  },
  {
    name: 'a wake replaces whatever the row of the sandbox says by then',
    breaks: 'counted',
    mutations: {
      edge: {
        visited: (sandboxes) =>
          overriding(sandboxes, {
            save: async (changes: readonly SandboxChange[], ...rest) => {
              const rebased = changes.map(async ({ next }) => {
                const previous = (await sandboxes.find(next.owner_id, next.sandbox_id)) ?? null;
                return { previous, next: { ...next, version: (previous?.version ?? 0) + 1 } };
              });
              return sandboxes.save(await Promise.all(rebased), ...rest);
            },
          }),
      },
    },
  },
  {
    name: 'the comparison removes entries that their rows hold',
    breaks: 'kept',
    mutations: {
      edge: {
        compared: (work) =>
          overriding(work, {
            rows: async (ids) => (await work.rows(ids)).map((row) => ({ ...row, state: 'left' as const })),
            change: (read, ...change) => work.change({ ...read, state: 'held' }, ...change),
          }),
      },
    },
  },
  {
    name: 'the sweep does not look at entries',
    breaks: 'agrees',
    mutations: { edge: { sweep: () => undefined } },
  },
];
