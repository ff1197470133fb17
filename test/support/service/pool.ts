/** Concurrent test files, each with its own service. Three fit two cores. E2E_SERVICES overrides the number. */
export const SERVICES = process.env.BASE_URL ? 1 : Number(process.env.E2E_SERVICES ?? 3);
