/**
 * The seed of the random tests of this run: `SEED`, otherwise random. CI makes it from the commit's files, so that
 * it searches what a run of the same files searched on another machine, and a change searches elsewhere.
 */
export const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
if (!Number.isSafeInteger(seed)) throw new Error('SEED must be an integer.');
