export const forkDeps = (): never => {
  throw new Error('not wired yet');
};
