import { convertLineToBarcode } from '#app/domain/charges/boleto.ts'
import { encodeInterleaved2of5 } from '#app/domain/platform/interleaved-2-of-5.ts'

const label = 'Código de barras do boleto'

// Widths as multiples of a narrow bar. The margin is the white zone at each side that scanners need.
const NARROW_BAR = 1
const WIDE_BAR = 3
const MARGIN = 10

/** Draws a boleto's bar code, black on white in every colour scheme, for scanners. */
export function BoletoBarcode({ line }: { line: string }) {
  let position = 0
  let bars = ''
  for (const { bar, wide } of encodeInterleaved2of5(convertLineToBarcode(line))) {
    const width = wide ? WIDE_BAR : NARROW_BAR
    if (bar) bars += `M${position} 0h${width}v1h-${width}z`
    position += width
  }
  const fullWidth = position + 2 * MARGIN
  return (
    <svg
      role="img"
      aria-label={label}
      className="boleto-bars"
      viewBox={`-${MARGIN} 0 ${fullWidth} 1`}
      preserveAspectRatio="none"
      width="120mm"
      height="13mm"
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M-${MARGIN} 0h${fullWidth}v1H-${MARGIN}z`} />
      <path fill="#000" d={bars} />
    </svg>
  )
}
