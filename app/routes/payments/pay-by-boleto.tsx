import { formatBoletoLine } from '#app/domain/charges/boleto.ts'
import { BoletoBarcode } from '#app/routes/payments/boleto-barcode.tsx'
import { paymentLabels } from '#app/text/charges/pay-labels.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { CopyLine } from '#app/ui/copy-line.tsx'
import { Progress } from '#app/ui/progress.tsx'

export type PayByBoletoProps = {
  line: string
  /** address of the PDF; 'waiting' until the PDF is ready; null if there is none */
  pdf: { href: string } | 'waiting' | null
  /** true if there is another way to pay */
  hasHeading: boolean
  isPendingRegistration: boolean
  isOverdue: boolean
}

/** Shows a payable boleto: its line to copy, the PDF and the bar code. */
export function PayByBoleto({ line, pdf, hasHeading, isPendingRegistration, isOverdue }: PayByBoletoProps) {
  return (
    <section aria-labelledby={hasHeading ? 'boleto' : undefined} className="pay-boleto">
      {hasHeading ? <h2 id="boleto">Ou pague o boleto</h2> : null}
      <CopyLine
        id="linha-digitavel"
        label="Linha digitável"
        code={formatBoletoLine(line)}
        copyLabel="Copiar linha"
      />
      {pdf === 'waiting' ? <Progress text="O PDF ficará pronto em instantes." /> : null}
      {pdf !== null && pdf !== 'waiting' ? (
        <p className="actions no-print">
          <LinkButton
            href={pdf.href}
            variant={isOverdue || hasHeading ? 'secondary' : 'main'}
            icon="print"
            target="_blank"
          >
            Imprimir boleto
          </LinkButton>
          <LinkButton href={pdf.href} download="">
            Salvar PDF
          </LinkButton>
        </p>
      ) : null}
      <BoletoBarcode line={line} />
      {isPendingRegistration ? <p className="hint">{paymentLabels.registering}</p> : null}
    </section>
  )
}
