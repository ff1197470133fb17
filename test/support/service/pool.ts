/** Files at once, each with its own service: they wait a lot, so two cores serve three. E2E_SERVICES overrides it. */
export const SERVICES = process.env.BASE_URL ? 1 : Number(process.env.E2E_SERVICES ?? 3);
