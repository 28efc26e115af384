const PATHS = {
  overview: 'M3 10.5 10 4l7 6.5M5 9v7.5h10V9M8.5 16.5v-4h3v4',
  orders: 'M4 7.5 10 4l6 3.5v6L10 17l-6-3.5zM4 7.5l6 3.5 6-3.5M10 11v6',
  products: 'M3.5 9.5v-6h6l7 7-6 6zM7 7h.01',
  categories: 'M3.5 4.5h5v5h-5zM11.5 4.5h5v5h-5zM3.5 12h5v4.5h-5zM11.5 12h5v4.5h-5z',
  developer: 'm7 6-4 4 4 4M13 6l4 4-4 4M11.3 4.5l-2.6 11',
  team: 'M7.5 9.5a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5M2.5 16.5c0-3 2.2-4.5 5-4.5s5 1.5 5 4.5M13 4.3a2.7 2.7 0 0 1 0 5M14.5 12.3c1.9.6 3 2 3 4.2',
  settings: 'M3 6h7M14 6h3M3 14h3M10 14h7M12 4v4M8 12v4',
  audit: 'M5 3.5h10v13H5zM7.5 7h5M7.5 10h5M7.5 13h3',
  more: 'M4.5 10h.01M10 10h.01M15.5 10h.01',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11M13 13l4 4',
  plus: 'M10 4v12M4 10h12',
  check: 'm4.5 10.5 3.5 3.5 7.5-8',
  cross: 'm5 5 10 10M15 5 5 15',
  copy: 'M7 7h9.5v9.5H7zM13 7V3.5H3.5V13H7',
  down: 'm5 8 5 5 5-5',
  left: 'm12 5-5 5 5 5',
  right: 'm8 5 5 5-5 5',
  outside: 'M11 3.5h5.5V9M16 4 9 11M14.5 11.5v5h-11v-11h5',
  upload: 'M10 13V4M6 7.5 10 3.5l4 4M3.5 13v3.5h13V13',
  download: 'M10 3.5v9M6 9l4 4 4-4M3.5 13v3.5h13V13',
  trash: 'M4 6h12M8 6V3.5h4V6M5.5 6l.8 10.5h7.4L14.5 6',
  print: 'M6 7V3.5h8V7M6 13.5H3.5V7h13v6.5H14M6 11h8v5.5H6z',
  pencil: 'M4 16l.8-3.4L13 4.4l2.6 2.6-8.2 8.2z',
  clock: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14M10 6v4.2l2.8 1.6',
  mail: 'M3 5h14v10H3zM3 6l7 5 7-5',
  hook: 'M6.5 12.5 9 8a3 3 0 1 1 3.5-1M12 8l2.6 4.4A3 3 0 1 1 12 16.7M12.5 14H7.7a2.8 2.8 0 1 1-3-3.4',
  money: 'M6 4h8.5M6 7.5h8.5M6 4h2.5a3.75 3.75 0 0 1 0 7.5H6l5.5 5',
  box: 'M3.5 6h13v10.5h-13zM3.5 6 5.5 3.5h9L16.5 6M8 9.5h4',
  alert: 'M10 3.5 17.5 16.5h-15zM10 8.5v3.5M10 14.2h.01',
  sun: 'M10 13.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1.1 1.1M14.6 14.6l1.1 1.1M4.3 15.7l1.1-1.1M14.6 5.4l1.1-1.1',
  moon: 'M16.5 12A7 7 0 0 1 8 3.5a7 7 0 1 0 8.5 8.5',
  person: 'M10 10a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5M3.5 17c0-3.3 2.8-5 6.5-5s6.5 1.7 6.5 5',
  out: 'M8 3.5H3.5v13H8M12.5 6.5 16.5 10l-4 3.5M16 10H7.5',
  key: 'M6.5 13.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6M9.5 10.5h7.5M14 10.5v3M16.5 10.5v2',
  truck:
    'M2.5 5h9v8.5h-9zM11.5 8h3.5l2.5 3v2.5h-6M5.5 15.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3M14 15.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3',
} as const

export type IconName = keyof typeof PATHS

/** Always beside a text, so it is hidden from screen readers. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2.4 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
