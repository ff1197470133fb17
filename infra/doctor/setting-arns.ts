import type { Settings } from '../config.ts';

/** A resource that a setting names. */
export interface NamedArn {
  readonly setting: string;
  readonly arn: string;
  readonly region: string;
  readonly account: string;
}

const ARN = /^arn:[\w-]+:[\w-]+:([\w-]+):(\d{12}):/;

/** All ARNs in the settings. */
export function arnsIn(settings: Settings): readonly NamedArn[] {
  return Object.entries(settings).flatMap(([setting, value]) =>
    [value].flat().flatMap((arn) => {
      const [, region, account] = typeof arn === 'string' ? (ARN.exec(arn) ?? []) : [];
      return region === undefined || account === undefined ? [] : [{ setting, arn: String(arn), region, account }];
    }),
  );
}

/** The setting that names an ARN, if any. */
export function settingThatNames(wanted: string, settings: Settings): string | undefined {
  return arnsIn(settings).find(({ arn }) => arn === wanted)?.setting;
}
