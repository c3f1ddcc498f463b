import type { ReactNode } from 'react'

/** Half of the plan view, nose up; mirrored for the other half. */
const halfPlan =
  'M0 22c5 0 8 6 9 16l3 24c.5 6 1 8 1 12l104 5c7 0 11 3 11 8l-1 20c0 4-3 6-8 6l-107 5-4 52 34 6c4 1 5 3 5 6l-1 9c0 3-2 4-5 4l-35 1-3 8H0'
const halfFront =
  'M0 278c9 0 14 7 15 17l1 6 109-11c4 0 4 6 0 6l-109 16c-3 8-9 11-16 11M13 318l18 20M33 332c4 0 6 5 6 12s-2 12-6 12-6-5-6-12 2-12 6-12z'
/** Spray boom of one side, in the front view. */
const boom = 'M44 317h64M48 317v4M68 317v4M88 317v4M108 317v4'

function Mirrored({ d }: { d: string }) {
  return (
    <>
      <path d={d} transform="translate(140)" />
      <path d={d} transform="matrix(-1 0 0 1 140 0)" />
    </>
  )
}

function AttitudeIndicator() {
  return (
    <g transform="translate(412 110)">
      <circle r="84" />
      <circle r="66" />
      <path d="M0-66v-12M33-57.2l5-8.7M-33-57.2l-5-8.7M57.2-33l8.7-5M-57.2-33l-8.7-5M-66 0h-10M66 0h10" />
      <g transform="rotate(-14)">
        <path d="M-66 0H66M-10-20h20M-20-38h40M-10 20h20M-20 38h40" />
        <path d="M0-65l-5 9H5z" className="drawing-solid" />
      </g>
      <path className="drawing-accent" d="M-44 0h24l8 9 12-9 12 9 8-9h24" />
    </g>
  )
}

/** An agricultural aircraft in thin lines, as in a manual. Drawn by hand for this shop. */
export function AircraftDrawing({ children }: { children: ReactNode }) {
  return (
    <figure className="drawing">
      <svg viewBox="0 0 560 372" aria-hidden="true" focusable="false">
        <g className="drawing-thin">
          <path d="M140 4v204M140 262v100M272 306h288" strokeDasharray="14 4 3 4" />
          <path d="M12 140v112M268 140v112M12 246h256M12 246l8-3v6zM268 246l-8-3v6z" />
          <circle cx="140" cy="300" r="46" strokeDasharray="3 4" />
          <Mirrored d={boom} />
          <path d="M372 324h70M382 324v4M397 324v4M412 324v4M427 324v4M442 324v4" />
        </g>
        <Mirrored d={halfPlan} />
        <path d="M133 78h14l2 24h-18zM130 110h20" />
        <path d="M108 20q32-8 64 0-32 6-64 0z" />
        <Mirrored d={halfFront} />
        <circle cx="140" cy="300" r="5" />
        <path d="M133 279l2-9h10l2 9" />
        <g transform="translate(300 300)">
          <path d="M8-2c4-8 12-12 24-13l38-3 16-17c3-3 7-4 12-4h14c6 0 10 2 13 6l12 17 64 9 22-26h14l-5 36c-1 5-4 6-9 7l-112 13c-30 3-60 3-78 0-14-2-22-8-25-14z" />
          <path d="M8-2l-5-3v10l6-1M5-38q5 36 0 74-5-38 0-74zM78-18h66M90-34l-3 16M112-39l4 21" />
          <path d="M62 10c0-5 10-8 30-8h42c8 0 8 6 0 8l-48 6c-16 1-24-1-24-6z" />
          <path d="M74 17l-8 22M80 17l-8 22M196 10l8 15" />
          <circle cx="66" cy="44" r="11" />
          <circle cx="66" cy="44" r="4" />
          <circle cx="206" cy="29" r="5" />
          <path d="M30-15v31M225-33l-5 37M182-4c0-3 4-4 9-4h20c5 0 5 4 0 5l-20 3c-5 1-9-1-9-4z" />
        </g>
        <AttitudeIndicator />
      </svg>
      <figcaption>{children}</figcaption>
    </figure>
  )
}
