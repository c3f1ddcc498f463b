import { create } from 'qrcode'
import { drawQrPath } from '#app/domain/platform/qr-path.ts'
import { QrDrawing } from '#app/ui/qr-drawing.tsx'

type QrCodeProps = { text: string; sizeMm: number; label: string }

/** Draws a QR code with error correction M and a quiet zone of four modules. */
export function QrCode({ text, sizeMm, label }: QrCodeProps) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  return <QrDrawing code={drawQrPath(modules)} sizeMm={sizeMm} label={label} />
}
