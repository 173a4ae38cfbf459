/** The icons, as paths on a grid of 24 × 24 that are drawn with a line of 1.75. */
const paths = {
  alert: 'M12 4 3 20h18L12 4Zm0 6v4.5m0 2.6v.1',
  archive: 'M4 8h16v11H4zM3 4h18v4H3zm7 8h4',
  arrowLeft: 'M20 12H5m6-7-7 7 7 7',
  arrowRight: 'M4 12h15m-6-7 7 7-7 7',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15L6 16Zm4 5h4',
  blocked: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM6.500 6.500l11 11',
  bolt: 'M13 3 5 14h6l-1 7 8-11h-6l1-7Z',
  book: 'M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3V4Zm0 13a3 3 0 0 1 3-3h11',
  branch: 'M7 4v9a4 4 0 0 0 4 4h6m-3-3 3 3-3 3M7 8a4 4 0 0 0 4-2h6m-3-3 3 3-3 3',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4m8-4v4',
  chart: 'M4 20h16M7 16v-5m5 5V6m5 10v-7',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  chevronDown: 'm6 9.5 6 6 6-6',
  chevronLeft: 'm14.5 6-6 6 6 6',
  chevronRight: 'm9.5 6 6 6-6 6',
  circle: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Z',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm0 4v4.5l3 2',
  close: 'm6 6 12 12M18 6 6 18',
  code: 'm8.5 8-4 4 4 4m7-8 4 4-4 4M13.5 5l-3 14',
  columns: 'M4 5h16v14H4zM9.5 5v14m5-14v14',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  credits:
    'M12 5c4 0 7 1.3 7 3s-3 3-7 3-7-1.3-7-3 3-3 7-3Zm-7 3v8c0 1.7 3 3 7 3s7-1.3 7-3V8M5 12c0 1.7 3 3 7 3s7-1.3 7-3',
  diff: 'M8 4v12m0 0-3-3m3 3 3-3M16 20V8m0 0-3 3m3-3 3 3',
  download: 'M12 4v11m-5-4.5 5 5 5-5M5 20h14',
  edit: 'm5 19 .8-4L16 4.8l3.2 3.2L9 18.2 5 19ZM13.5 7.3l3.2 3.2',
  external: 'M13 4h7v7m0-7-9 9M18 14v5H5V6h5',
  eye: 'M3 12s3.3-6 9-6 9 6 9 6-3.3 6-9 6-9-6-9-6Zm9-2.7a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4Z',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  filter: 'M4 6h16M7 12h10m-7 6h4',
  flow: 'M4 5h6v5H4zm10 9h6v5h-6zM10 7.500h3.500a3.500 3.500 0 0 1 3.500 3.500v3',
  folder: 'M4 6h6l2 2.500h8V19H4z',
  globe:
    'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM4 12h16M12 4c2.500 2 3.500 5 3.500 8s-1 6-3.500 8c-2.500-2-3.500-5-3.500-8s1-6 3.500-8Z',
  grip: 'M9 6v.1M9 12v.1M9 18v.1M15 6v.1M15 12v.1M15 18v.1',
  help: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm-2.300 6a2.300 2.300 0 1 1 3.600 2c-.800.500-1.300 1-1.300 2m0 2.500v.1',
  history: 'M4.500 9A8 8 0 1 1 4 12m.3-7.500L4.500 9H9m3-1v4.500l3 2',
  home: 'm4 11 8-7 8 7v9h-5v-6H9v6H4v-9Z',
  inbox: 'M4 13 6.500 5h11L20 13v6H4v-6Zm0 0h4.500l1.500 2.500h4l1.500-2.500H20',
  info: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm0 7v5m0-8.500v.1',
  key: 'M15 4a5 5 0 1 0-4.700 6.700L4 17v3h3l1-1v-2h2l2.300-2.300A5 5 0 0 0 15 4Zm1 4v.1',
  language: 'M4 6h9M8.500 4v2m3 0c-1 4-3.500 6.500-7 8m2-5c1 2.500 3 4 5.500 5m0 5 4-9 4 9m-6.700-3h5.400',
  layout: 'M4 5h7v6H4zm9 0h7v6h-7zm0 8h7v6h-7zm-9 0h7v6H4z',
  link: 'M10 14a4 4 0 0 0 5.700 0l3-3A4 4 0 0 0 13 5.300l-1 1m2 3.700a4 4 0 0 0-5.700 0l-3 3A4 4 0 0 0 11 18.700l1-1',
  lock: 'M6 11h12v9H6zm2.500 0V8a3.500 3.500 0 0 1 7 0v3',
  mail: 'M4 6h16v12H4zm0 1 8 6 8-6',
  megaphone: 'M4 10v4h3l9 4.500v-13L7 10H4Zm15 0v4M8 14v5h2.500v-3.700',
  menu: 'M4 7h16M4 12h16M4 17h16',
  minus: 'M5 12h14',
  moon: 'M19.500 14A8 8 0 1 1 10 4.500a6.500 6.500 0 0 0 9.500 9.500Z',
  more: 'M5.2 12a.8.8 0 1 0 1.6 0 .8.8 0 1 0-1.6 0m6 0a.8.8 0 1 0 1.6 0 .8.8 0 1 0-1.6 0m6 0a.8.8 0 1 0 1.6 0 .8.8 0 1 0-1.6 0',
  move: 'M12 4v16M4 12h16m-10-6 2-2 2 2m-4 12 2 2 2-2M6 10l-2 2 2 2m12-4 2 2-2 2',
  pause: 'M9 6v12m6-12v12',
  people:
    'M9 5a3.200 3.200 0 1 0 0 6.400A3.200 3.200 0 0 0 9 5ZM3 19a6 6 0 0 1 12 0m1-13.500a3 3 0 0 1 0 5.500m2 8a6 6 0 0 0-2-4.500',
  phone:
    'M6 4h3.500l1.500 4-2 1.500a11 11 0 0 0 5.500 5.500l1.500-2 4 1.500V18a2 2 0 0 1-2 2A14 14 0 0 1 4 6a2 2 0 0 1 2-2Z',
  pin: 'M9 4h6l-.5 6 3 3h-11l3-3L9 4Zm3 9v7',
  pipeline: 'M4 5h4v14H4zm6 0h4v9h-4zm6 0h4v6h-4z',
  play: 'M8 5v14l11-7L8 5Z',
  plus: 'M12 5v14M5 12h14',
  redo: 'M19 9H9.500a5 5 0 0 0 0 10H14m5-10-4-4m4 4-4 4',
  refresh: 'M19.500 10A8 8 0 0 0 5 8m-.5 6A8 8 0 0 0 19 16M5 4v4h4m10 8h-4m4 4v-4',
  robot: 'M5 9h14v10H5zm7-5v5M9.500 13v1m5-1v1M3 13v2m18-2v2m-11 1.500h4',
  save: 'M5 4h11l3 3v13H5zm3 0v5h7V4m-7 16v-6h8v6',
  search: 'M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13Zm4.800 11.300L20 20',
  send: 'M4 12 20 4l-5 16-3.500-6.500L4 12Zm7.500 1.500L20 4',
  settings: 'M4 7h9m4 0h3M4 17h3m4 0h9M15 4.800v4.400M9 14.800v4.400',
  shield: 'M12 3.500 5 6v5.500c0 4.500 3 7.500 7 9 4-1.500 7-4.500 7-9V6l-7-2.500Z',
  signOut: 'M14 5H5v14h9m-4-7h10m-4-4 4 4-4 4',
  sliders: 'M6 4v9m0 4v3M12 4v3m0 4v9M18 4v11m0 4v1M4 13h4m2-6h4m2 8h4',
  star: 'm12 4 2.400 5.200 5.600.700-4.100 3.900 1.100 5.600L12 16.600l-5 2.800 1.100-5.600L4 9.900l5.600-.700L12 4Z',
  stop: 'M6 6h12v12H6z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm0-5v1.500m0 15V21M3 12h1.500m15 0H21M5.600 5.600l1.100 1.100m10.600 10.600 1.100 1.100m0-12.800-1.100 1.100M6.700 17.300l-1.100 1.100',
  tag: 'M4 4h8l8 8-8 8-8-8V4Zm4 4v.1',
  template: 'M4 4h16v5H4zm0 8h7v8H4zm10 0h6v8h-6z',
  trash: 'M5 7h14M10 4h4M7 7l1 13h8l1-13m-7 4v5m4-5v5',
  undo: 'M5 9h9.500a5 5 0 0 1 0 10H10M5 9l4-4M5 9l4 4',
  upload: 'M12 20V9m-5 4.500 5-5 5 5M5 4h14',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm-7 16a7 7 0 0 1 14 0',
  variable:
    'M8 4C5.500 4 6.500 9 5.500 11L4 12l1.500 1c1 2 0 7 2.500 7m8-16c2.500 0 1.500 5 2.500 7l1.500 1-1.500 1c-1 2 0 7-2.500 7m-6.500-11 5 6m0-6-5 6',
  wait: 'M7 4h10M7 20h10M8 4c0 4 4 5.500 4 8s-4 4-4 8M16 4c0 4-4 5.500-4 8s4 4 4 8',
  wallet: 'M4 7h14v12H4V7Zm0 0 11-3v3m5 4h-5v4h5v-4Z',
  webhook:
    'M12 4.500a3.500 3.500 0 0 0-2 6.300L7 16m5-11.500A3.500 3.500 0 0 1 15.500 8M7 16a3 3 0 1 0 3 3h6m0 0a3 3 0 1 0 1.500-5.500L14 8.500',
  zoomIn: 'M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13Zm4.800 11.300L20 20M10.500 7.500v6m-3-3h6',
} as const;

export type IconName = keyof typeof paths;

/** An icon, which screen readers skip: what it means stands beside it, or is the label of its button. */
export function Icon({
  name,
  size = 18,
  className,
}: {
  name: IconName;
  size?: number;
  className?: string | undefined;
}) {
  return (
    <svg
      aria-hidden="true"
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  );
}
