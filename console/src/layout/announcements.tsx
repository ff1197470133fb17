import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../shared/client/answer-of.ts';
import { live } from '../live/polls.ts';
import { useApi } from '../session/session.ts';
import { Notice } from '../ui/notice.tsx';

const AT_LEAST = 5 * 60_000;

const tones = { info: 'info', warning: 'warn', critical: 'bad' } as const;

/** Announcements of the operator. A failure to read them hides nothing else. */
export function Announcements() {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['announcements'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/announcements', { signal })),
    refetchInterval: live({ atLeast: AT_LEAST }),
    retry: false,
  });
  const shown = data?.items.filter(({ active }) => active) ?? [];
  if (shown.length === 0) return null;
  return (
    <section aria-label="Announcements of the operator" className="grid gap-2">
      {shown.map(({ id, text, level }) => (
        <Notice key={id} title={text} tone={tones[level]} />
      ))}
    </section>
  );
}
