import { create } from 'qrcode'
import { type QrPath, qrPath } from '#app/domain/platform/qr-path.ts'

/** A Pix code with the drawing of its QR, or null for none; drawn here, so that no browser has to load what draws it. */
export function pixCode(payload: string | null): { code: string; drawing: QrPath } | null {
  if (payload === null) return null
  return { code: payload, drawing: qrPath(create(payload, { errorCorrectionLevel: 'M' }).modules) }
}
