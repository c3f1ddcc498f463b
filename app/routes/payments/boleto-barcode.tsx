import { convertLineToBarcode } from '#app/domain/charges/boleto.ts'
import { encodeInterleaved2of5 } from '#app/domain/platform/interleaved-2-of-5.ts'

const label = 'Código de barras do boleto'

/** Draws a boleto's bar code, black on white in every colour scheme, for scanners. */
export function BoletoBarcode({ line }: { line: string }) {
  let position = 0
  let bars = ''
  for (const { bar, wide } of encodeInterleaved2of5(convertLineToBarcode(line))) {
    const modules = wide ? 3 : 1
    if (bar) bars += `M${position} 0h${modules}v1h-${modules}z`
    position += modules
  }
  return (
    <svg
      role="img"
      aria-label={label}
      className="boleto-bars"
      viewBox={`-10 0 ${position + 20} 1`}
      preserveAspectRatio="none"
      width="120mm"
      height="13mm"
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M-10 0h${position + 20}v1H-10z`} />
      <path fill="#000" d={bars} />
    </svg>
  )
}
