/** A part of docs/performance.md, made by one bench. */
export interface Section {
  /** Of the bench: `npm run bench:<id>`. */
  readonly id: string;
  readonly title: string;
  /** What a reader has to know to read its tables. */
  readonly text: string;
  readonly args: readonly string[];
}

/** In the order of the document. */
export const sections: readonly Section[] = [
  {
    id: 'cold-starts',
    title: 'The cold request',
    text: 'INIT runs at the speed of a whole core, a request at memory / 1,769 MB of one. A cold request is INIT and the first call of the authorizer and of the endpoint. Beside it stand plain builds of the same sources, bundled and minified by a team that does no more, and the floor: one read of DynamoDB without this service.',
    args: ['--runs', '15'],
  },
  {
    id: 'half-warm',
    title: 'Half-warm code',
    text: 'Most instances answer few requests. CPU of a request over the first thousand, of the endpoint and the authorizer together.',
    args: ['--runs', '15'],
  },
  {
    id: 'memory',
    title: 'Memory and price',
    text: 'From the model above: what a function takes and costs at each memory, and what the contract states.',
    args: ['--runs', '15'],
  },
  {
    id: 'round-trips',
    title: 'Calls in sequence',
    text: 'Each call that waits for another one adds the time of a round trip to the answer.',
    args: [],
  },
  {
    id: 'starts',
    title: 'Starts',
    text: 'On the local service, through its front door, with events on time and the reference agent. On AWS, pulling the image and making the network interface come on top.',
    args: ['--runs', '50'],
  },
  {
    id: 'warm-starts',
    title: 'Starts from the warm pool',
    text: 'The same with a pool of waiting tasks, beside cold starts.',
    args: [],
  },
  {
    id: 'pause-resume',
    title: 'Pauses and resumes',
    text: 'Steps of a pause, of a resume, and of a resume that comes while the workspace is still being saved.',
    args: ['--runs', '15'],
  },
  {
    id: 'scale',
    title: 'Large fleets',
    text: 'The service in a simulation of AWS with its limits and a clock of its own.',
    args: [],
  },
  {
    id: 'rows',
    title: 'Growing data',
    text: 'Reads of few rows beside reads of many, on DynamoDB Local, through the handlers.',
    args: [],
  },
  {
    id: 'ingest',
    title: 'Events of agents',
    text: 'The path on which agents deliver their events.',
    args: ['--runs', '15'],
  },
  {
    id: 'concurrency',
    title: 'Concurrency',
    text: 'How many functions run at once, by Little’s law.',
    args: [],
  },
  {
    id: 'local',
    title: 'On one machine',
    text: 'The whole service as `npm start` runs it: gateway, functions, database and agents.',
    args: [],
  },
  {
    id: 'peer',
    title: 'Beside a peer',
    text: 'Reads beside the app server of `openhands-ai`, where `PEER_PYTHON` names a Python that has it.',
    args: ['--requests', '300'],
  },
];
