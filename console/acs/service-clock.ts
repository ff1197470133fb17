import { ServiceClock } from '../../shared/client/service-clock.ts';

/** The clock of the service that this command calls. */
export const serviceClock = new ServiceClock();
