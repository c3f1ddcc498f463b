import type { QrPath } from '#app/domain/platform/qr-path.ts'

export type QrDrawingProps = { code: QrPath; label: string; sizeMm?: number }

/** Draws a QR code, black on white in every colour scheme. */
export function QrDrawing({ code: { side, path }, label, sizeMm }: QrDrawingProps) {
  const length = sizeMm === undefined ? '13em' : `${sizeMm}mm`
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      width={length}
      height={length}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
      <path fill="none" stroke="#000" d={path} />
    </svg>
  )
}
