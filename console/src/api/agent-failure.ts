/** An agent server has refused a call. It is no answer of the service. */
export class AgentFailure extends Error {
  constructor(status: number) {
    super(`The agent server answered ${status}.`);
    this.name = 'AgentFailure';
  }
}
