import { formatLine } from '#app/domain/charges/boleto.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { paymentLabels } from '#app/text/charges/pay-labels.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { CopyLine } from '#app/ui/copy-line.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'

export type PayByBoletoProps = {
  line: string
  value: Centavos
  dueDate: CivilDate
  /** Of the PDF: where it is, or that it is still being printed; null when it cannot be. */
  pdf: { href: string } | 'waiting' | null
  /** It stands beside another way to pay. */
  hasHeading: boolean
  isPendingRegistration: boolean
  isOverdue: boolean
}

/** A boleto that can be paid: its line to copy, value and due date, and the PDF. */
export function PayByBoleto(boleto: PayByBoletoProps) {
  return (
    <section aria-labelledby={boleto.hasHeading ? 'boleto' : undefined} className="stack-l">
      {boleto.hasHeading ? <h2 id="boleto">Ou pague o boleto</h2> : null}
      <CopyLine
        id="linha-digitavel"
        label="Linha digitável"
        code={formatLine(boleto.line)}
        copyLabel="Copiar linha"
      />
      {boleto.isPendingRegistration ? <p className="hint">{paymentLabels.registering}</p> : null}
      <SummaryList
        rows={[
          { key: 'Valor', value: formatReais(boleto.value) },
          { key: 'Vencimento', value: formatDate(boleto.dueDate) },
        ]}
      />
      {boleto.pdf === 'waiting' ? <Progress text="O PDF ficará pronto em instantes." /> : null}
      {boleto.pdf !== null && boleto.pdf !== 'waiting' ? (
        <p className="actions no-print">
          <LinkButton
            href={boleto.pdf.href}
            variant={boleto.isOverdue || boleto.hasHeading ? 'secondary' : 'main'}
            icon="print"
            target="_blank"
          >
            Imprimir boleto
          </LinkButton>
        </p>
      ) : null}
    </section>
  )
}
