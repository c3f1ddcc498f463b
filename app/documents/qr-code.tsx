import { create } from 'qrcode'

type QrCodeProps = { text: string; sizeMm: number; label: string }

/** A QR code as one path, a module a unit, with the quiet zone of four modules; error correction M. */
export function QrCode({ text, sizeMm, label }: QrCodeProps) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const quiet = 4
  const side = modules.size + 2 * quiet
  const path = Array.from(modules.data, (dark, index) => {
    if (!dark) return ''
    return `M${quiet + (index % modules.size)} ${quiet + Math.floor(index / modules.size)}h1v1h-1z`
  }).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      width={`${sizeMm}mm`}
      height={`${sizeMm}mm`}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}
