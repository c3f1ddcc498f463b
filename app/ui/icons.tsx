const shapes = {
  star: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z',
  cart: 'M2.5 4h2.7l2.6 11h10.4l2.3-8H6M9.5 20.2v.1M17 20.2v.1',
  print: 'M7 8V3.5h10V8M7 17H4V8h16v9h-3M7 14h10v6.5H7z',
  download: 'M12 3.5v12M7 11l5 5 5-5M4 20.5h16',
  upload: 'M12 16V4M7 8.5l5-5 5 5M4 20.5h16',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5l5 5',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4L20 9.3M20 4v5.3h-5.3',
  back: 'M20 12H4M10 6l-6 6 6 6',
  next: 'M4 12h16M14 6l6 6-6 6',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  check: 'M4.5 12.5l5 5 10-11',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  cross: 'M6 6l12 12M18 6L6 18',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5M12 7.5v.1',
  warning: 'M12 3.5l9.5 17h-19zM12 10v5M12 17.7v.1',
  document: 'M6 3h8.5L19 7.5V21H6zM14 3v5h5M9 12.5h7M9 16.5h7',
  aircraft:
    'M12 3c.9 0 1.3 1.5 1.3 3v4l7.7 3.5v2l-7.7-1.6-.3 4.4 2.5 1.6V21L12 20.2 8.5 21v-1.1l2.5-1.6-.3-4.4L3 15.5v-2L10.7 10V6c0-1.5.4-3 1.3-3z',
} as const

export type IconName = keyof typeof shapes

/** Shows an icon next to a text, with a size of its own in case the style sheet does not load. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" width="20" height="20" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={shapes[name]} />
    </svg>
  )
}
