import type { QrPath } from '#app/domain/platform/qr-path.ts'
import { paymentLabels } from '#app/text/charges/pay-labels.ts'
import { CopyLine } from '#app/ui/copy-line.tsx'
import { QrDrawing } from '#app/ui/qr-drawing.tsx'

export type PayByPixProps = { code: string; drawing: QrPath }

/** The issuer's Pix code of a boleto: to copy, which a phone needs first, and to read from a screen or paper. */
export function PayByPix({ code, drawing }: PayByPixProps) {
  return (
    <section aria-labelledby="pix" className="pay-pix">
      <h2 id="pix">{paymentLabels.pixTitle}</h2>
      <p>{paymentLabels.pixHow}</p>
      <CopyLine id="pix-copia-e-cola" label="Pix copia e cola" code={code} copyLabel="Copiar código" isMain />
      <QrDrawing code={drawing} label={paymentLabels.pixPicture} />
    </section>
  )
}
