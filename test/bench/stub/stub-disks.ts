export const VOLUME_ID = 'vol-0123456789abcdef0';
export const SNAPSHOT_ID = 'snap-0123456789abcdef0';

const TIME = '2026-01-01T00:00:00.000Z';

const lists: Readonly<Record<string, string>> = {
  DescribeVolumes:
    `<volumeSet><item><volumeId>${VOLUME_ID}</volumeId><size>20</size><status>in-use</status>` +
    `<createTime>${TIME}</createTime></item></volumeSet>`,
  DescribeSnapshots:
    `<snapshotSet><item><snapshotId>${SNAPSHOT_ID}</snapshotId><volumeId>vol-0fedcba9876543210</volumeId>` +
    `<status>completed</status><startTime>${TIME}</startTime></item></snapshotSet>`,
};

export function listOfDisks(action: string): string | undefined {
  const list = lists[action];
  if (list === undefined) return undefined;
  const name = `${action}Response`;
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    `<${name} xmlns="http://ec2.amazonaws.com/doc/2016-11-15/"><requestId>bench</requestId>${list}</${name}>`
  );
}
