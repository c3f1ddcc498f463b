import type { ReactNode } from 'react'
import {
  attitude,
  halfFront,
  halfPlan,
  sideView,
  sideWheels,
  sprayBoom,
} from '#app/routes/shop/drawing-paths.ts'

/** Draws a half and its mirror image, at x = 140: the axis of the plan view and the front view. */
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
      <path d={attitude.dialMarks} />
      <g transform="rotate(-14)">
        <path d={attitude.horizon} />
        <path d={attitude.pointer} className="drawing-solid" />
      </g>
      <path className="drawing-accent" d={attitude.wings} />
    </g>
  )
}

/** Draws an agricultural aircraft in thin lines, as in a manual; an original drawing for this shop. */
export function AircraftDrawing({ children }: { children: ReactNode }) {
  return (
    <figure className="drawing">
      <svg viewBox="0 0 560 372" aria-hidden="true" focusable="false">
        <g className="drawing-thin">
          <path d="M140 4v204M140 262v100M272 306h288" strokeDasharray="14 4 3 4" />
          <path d="M12 140v112M268 140v112M12 246h256M12 246l8-3v6zM268 246l-8-3v6z" />
          <circle cx="140" cy="300" r="46" strokeDasharray="3 4" />
          <Mirrored d={sprayBoom} />
          <path d="M372 324h70M382 324v4M397 324v4M412 324v4M427 324v4M442 324v4" />
        </g>
        <Mirrored d={halfPlan} />
        <path d="M133 78h14l2 24h-18zM130 110h20" />
        <path d="M108 20q32-8 64 0-32 6-64 0z" />
        <Mirrored d={halfFront} />
        <circle cx="140" cy="300" r="5" />
        <path d="M133 279l2-9h10l2 9" />
        <g transform="translate(300 300)">
          {sideView.map((d) => (
            <path key={d} d={d} />
          ))}
          {sideWheels.map(([x, y, radius]) => (
            <circle key={`${x}-${radius}`} cx={x} cy={y} r={radius} />
          ))}
        </g>
        <AttitudeIndicator />
      </svg>
      <figcaption>{children}</figcaption>
    </figure>
  )
}
