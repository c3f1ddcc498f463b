import { create } from 'qrcode'
import { drawQrPath, type QrPath } from '#app/domain/platform/qr-path.ts'

/** Returns a Pix code and its QR code, drawn here because browsers then need no script; null if there is no Pix. */
export function drawPixCode(payload: string | null): { code: string; drawing: QrPath } | null {
  if (payload === null) return null
  return { code: payload, drawing: drawQrPath(create(payload, { errorCorrectionLevel: 'M' }).modules) }
}
