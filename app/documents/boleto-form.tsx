import type { ReactNode } from 'react'
import { encodeInterleaved2of5 } from '#app/domain/platform/interleaved-2-of-5.ts'

/** A field of the boleto, in millimetres from the form's upper left corner. */
export type FormField = {
  label: string
  x: number
  y: number
  width: number
  height: number
  value?: ReactNode
  isRightAligned?: boolean // true for amounts, dates and account numbers
  strong?: boolean
  className?: string // additional class in the style sheet
}

type FormProps = {
  width: number
  /** height of the row above the fields, with the bank's name, its code and the digitable line */
  headHeight: number
  heading: ReactNode
  /** positions of the two thick rules beside the code of the bank */
  headRules: readonly number[]
  fields: readonly FormField[]
}

/**
 * Rules are drawn in one SVG because CSS rounds borders to whole pixels, but a boleto needs rules of 0.3 mm.
 */
const thinRule = 0.3
const thickRule = 1.2

export function BoletoForm({ width, headHeight, heading, headRules, fields }: FormProps) {
  const height = Math.max(...fields.map((field) => field.y + field.height)) + thinRule
  return (
    <div className="form" style={{ width: formatMm(width), height: formatMm(height) }}>
      <Drawing width={width} height={height}>
        <path
          stroke="#000"
          strokeWidth={thickRule}
          d={headRules.map((x) => `M${x} 1.2V${headHeight}`).join('')}
        />
        <path
          stroke="#000"
          strokeWidth={thinRule}
          d={`M0 ${headHeight}H${width}${fields.map(drawRules).join('')}`}
        />
      </Drawing>
      <div className="form-head" style={{ height: formatMm(headHeight) }}>
        {heading}
      </div>
      <dl>
        {fields.map((field) => (
          <Field key={`${field.x} ${field.y}`} {...field} />
        ))}
      </dl>
    </div>
  )
}

function Field({ label, value, x, y, width, height, isRightAligned, strong, className }: FormField) {
  const classes = ['field', isRightAligned && 'at-right', strong && 'strong', className]
    .filter(Boolean)
    .join(' ')
  return (
    <div
      className={classes}
      style={{ left: formatMm(x), top: formatMm(y), width: formatMm(width), height: formatMm(height) }}
    >
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function drawRules({ x, y, width, height }: FormField): string {
  const bottomRule = `M${x} ${y + height}h${width}`
  const leftRule = x > 0 ? `M${x} ${y}v${height}` : ''
  return `${bottomRule}${leftRule}`
}

/** The size in millimetres that the bar code readers of all banks expect. */
export const barcodeSize = { width: 103, height: 13 }

/** Draws Interleaved 2 of 5 as one path of exactly 103 × 13 mm, with wide bars of three modules. */
export function Barcode({ digits }: { digits: string }) {
  const elements = encodeInterleaved2of5(digits).map(({ bar, wide }) => ({ bar, modules: wide ? 3 : 1 }))
  let position = 0
  let bars = ''
  for (const { bar, modules } of elements) {
    if (bar) bars += `M${position} 0h${modules}v1h-${modules}z`
    position += modules
  }
  const { width, height } = barcodeSize
  return (
    <svg
      role="img"
      aria-label={`Código de barras ${digits}`}
      width={formatMm(width)}
      height={formatMm(height)}
      viewBox={`0 0 ${width} ${height}`}
    >
      <path
        fill="#000"
        shapeRendering="crispEdges"
        transform={`scale(${width / position} ${height})`}
        d={bars}
      />
    </svg>
  )
}

function Drawing({ width, height, children }: { width: number; height: number; children: ReactNode }) {
  return (
    <svg
      width={formatMm(width)}
      height={formatMm(height)}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

function formatMm(length: number): string {
  return `${length}mm`
}
