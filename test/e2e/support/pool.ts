/**
 * How many files run at once, each with a service to itself: faults that one of them asks for meet no other. Most of the time they wait, so that two cores serve three;
 * a service that runs elsewhere is one, and takes the files one after another. E2E_SERVICES chooses another number.
 */
export const SERVICES = process.env.BASE_URL ? 1 : Number(process.env.E2E_SERVICES ?? 3);
