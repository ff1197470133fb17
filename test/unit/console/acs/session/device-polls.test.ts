import { expect, it } from 'vitest';
import { Failure } from '../../../../../console/acs/output/failure.ts';
import { pollUntilDecided } from '../../../../../console/acs/session/device-polls.ts';
import { ApiProblem } from '../../../../../shared/client/api-problem.ts';

const oauth = (code: string, interval?: number) =>
  new ApiProblem(new Response(null, { status: 400 }), {
    type: 'about:blank',
    title: 'Bad Request',
    status: 400,
    detail: code,
    code,
    request_id: 'r-1',
    ...(interval === undefined ? {} : { interval }),
  });

/** Polls against answers in a row. @returns the waits before each poll, and how it ended */
async function polled(answers: readonly (string | Error)[], expiresIn = 600) {
  const waits: number[] = [];
  let time = 0;
  const end = await pollUntilDecided({
    interval: 5,
    expiresIn,
    now: () => time,
    wait: async (seconds) => {
      waits.push(seconds);
      time += seconds;
    },
    poll: async () => {
      const answer = answers[waits.length - 1] ?? oauth('authorization_pending');
      if (answer instanceof Error) throw answer;
      return answer;
    },
  }).catch((error: unknown) => error);
  return { waits, end };
}

it('waits before every poll, and for as long as it was asked to', async () => {
  const answers = [oauth('authorization_pending'), oauth('slow_down', 12), oauth('authorization_pending'), 'key'];
  expect(await polled(answers)).toEqual({ waits: [5, 5, 12, 12], end: 'key' });
});

it('waits five seconds longer for good where slow_down names no interval', async () => {
  expect(await polled([oauth('slow_down'), oauth('slow_down'), 'key'])).toEqual({ waits: [5, 10, 15], end: 'key' });
});

it('goes on after a connection that is lost, half as often', async () => {
  expect(await polled([new Failure('No answer.'), 'key'])).toEqual({ waits: [5, 10], end: 'key' });
});

it('gives up when it was refused, and when the code has expired', async () => {
  expect((await polled([oauth('access_denied')])).end).toMatchObject({ code: 'access_denied' });
  expect((await polled([], 12)).end).toMatchObject({ message: 'The code has expired.' });
});
