import type { ReactNode } from 'react';

/** The pattern over the colour of each band, so that bands differ without colours; the last is for "Other". */
const marks: readonly ReactNode[] = [
  null,
  <path d="M0 8 8 0M-2 2 2-2M6 10 10 6" key="rising" />,
  <circle cx="4" cy="4" key="dots" r="1.1" />,
  <path d="M0 4H8" key="across" />,
  <path d="M0 0 8 8M-2 6 2 10M6-2 10 2" key="falling" />,
  <path d="M4 0V8" key="upright" />,
  <path d="M0 4H8M4 0V8" key="grid" />,
  <path d="M0 8 8 0M0 0 8 8" key="crossed" />,
];

/** The fill of a band by its place in the stack. */
export function seriesFill(place: number): string {
  return `url(#usage-series-${place % marks.length})`;
}

/** The fills that the plot and its legend use, once on the page. It must not be hidden with `display`. */
export function SeriesPatterns() {
  return (
    <svg aria-hidden className="absolute size-0">
      <defs>
        {marks.map((mark, place) => (
          <pattern
            height="8"
            id={`usage-series-${place}`}
            // biome-ignore lint/suspicious/noArrayIndexKey: the marks never change
            key={place}
            patternUnits="userSpaceOnUse"
            width="8"
          >
            <rect fill={`var(--series-${place + 1})`} height="8" width="8" />
            <g fill="var(--surface)" stroke="var(--surface)" strokeOpacity="0.75" strokeWidth="1.1">
              {mark}
            </g>
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

export function Swatch({ place }: { readonly place: number }) {
  return (
    <svg aria-hidden className="size-3.5 shrink-0 rounded-sm">
      <rect fill={seriesFill(place)} height="100%" width="100%" />
    </svg>
  );
}
