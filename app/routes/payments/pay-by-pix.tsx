import type { QrPath } from '#app/domain/platform/qr-path.ts'
import { paymentLabels } from '#app/text/charges/pay-labels.ts'
import { CopyLine } from '#app/ui/copy-line.tsx'
import { QrDrawing } from '#app/ui/qr-drawing.tsx'

/** Shows the boleto's Pix code to copy, as needed on a phone. The QR code is further down. */
export function PayByPix({ code }: { code: string }) {
  return (
    <section aria-labelledby="pix" className="pay-pix">
      <h2 id="pix">{paymentLabels.pixTitle}</h2>
      <CopyLine id="pix-copia-e-cola" label="Pix copia e cola" code={code} copyLabel="Copiar código" isMain />
    </section>
  )
}

/** Shows the QR code of a Pix, to be read from screen or paper. */
export function PixPicture({ drawing }: { drawing: QrPath }) {
  return (
    <div className="pay-picture">
      <QrDrawing code={drawing} label={paymentLabels.pixPicture} />
      <p>{paymentLabels.pixHow}</p>
    </div>
  )
}
