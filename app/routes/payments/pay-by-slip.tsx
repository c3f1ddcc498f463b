import { formatLine } from '#app/domain/charges/boleto.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { paymentWords } from '#app/text/charges/pay-words.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { CopyLine } from '#app/ui/copy-line.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'

export type PayBySlipProps = {
  line: string
  value: Centavos
  dueDate: CivilDate
  /** Of the PDF: where it is, or that it is still being printed; null when it cannot be. */
  pdf: { href: string } | 'waiting' | null
  /** It stands beside another way to pay. */
  hasHeading: boolean
  isRegistering: boolean
  isOverdue: boolean
}

/** A slip that can be paid: its line to copy, value and due date, and the PDF. */
export function PayBySlip(slip: PayBySlipProps) {
  return (
    <section aria-labelledby={slip.hasHeading ? 'boleto' : undefined} className="stack-l">
      {slip.hasHeading ? <h2 id="boleto">Ou pague o boleto</h2> : null}
      <CopyLine
        id="linha-digitavel"
        label="Linha digitável"
        code={formatLine(slip.line)}
        copyLabel="Copiar linha"
      />
      {slip.isRegistering ? <p className="hint">{paymentWords.registering}</p> : null}
      <SummaryList
        rows={[
          { key: 'Valor', value: formatReais(slip.value) },
          { key: 'Vencimento', value: formatDate(slip.dueDate) },
        ]}
      />
      {slip.pdf === 'waiting' ? <Progress text="O PDF ficará pronto em instantes." /> : null}
      {slip.pdf !== null && slip.pdf !== 'waiting' ? (
        <p className="actions no-print">
          <LinkButton
            href={slip.pdf.href}
            variant={slip.isOverdue || slip.hasHeading ? 'secondary' : 'main'}
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
