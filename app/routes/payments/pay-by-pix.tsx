import type { QrPath } from '#app/domain/platform/qr-path.ts'
import { paymentLabels } from '#app/text/charges/pay-labels.ts'
import { CopyLine } from '#app/ui/copy-line.tsx'
import { QrDrawing } from '#app/ui/qr-drawing.tsx'

/** The issuer's Pix code of a boleto to copy, which is what a phone needs; the picture of it stands further on. */
export function PayByPix({ code }: { code: string }) {
  return (
    <section aria-labelledby="pix" className="pay-pix">
      <h2 id="pix">{paymentLabels.pixTitle}</h2>
      <CopyLine id="pix-copia-e-cola" label="Pix copia e cola" code={code} copyLabel="Copiar código" isMain />
    </section>
  )
}

/** The same code to be read from a screen or paper. */
export function PixPicture({ drawing }: { drawing: QrPath }) {
  return (
    <div className="pay-picture">
      <QrDrawing code={drawing} label={paymentLabels.pixPicture} />
      <p>{paymentLabels.pixHow}</p>
    </div>
  )
}
