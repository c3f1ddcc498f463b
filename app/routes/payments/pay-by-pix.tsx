import { CopyLine } from '#app/components/copy-line.tsx'
import { QrDrawing } from '#app/components/qr-drawing.tsx'
import type { QrPath } from '#app/domain/qr-path.ts'
import { paymentWords } from '#app/text/pay-words.ts'

export type PayByPixProps = { code: string; drawing: QrPath }

/** The issuer's Pix code of a slip: to copy, which a phone needs first, and to read from a screen or paper. */
export function PayByPix({ code, drawing }: PayByPixProps) {
  return (
    <section aria-labelledby="pix" className="pay-pix">
      <h2 id="pix">{paymentWords.pixTitle}</h2>
      <p>{paymentWords.pixHow}</p>
      <CopyLine id="pix-copia-e-cola" label="Pix copia e cola" code={code} copyLabel="Copiar código" isMain />
      <QrDrawing code={drawing} label={paymentWords.pixPicture} />
    </section>
  )
}
