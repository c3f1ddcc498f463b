import type {
  BoletoState as BoletoStateName,
  BoletoWithdrawalReason,
} from '#app/domain/charges/boleto-state.ts'
import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { IssuerName } from '#app/domain/settings/issuer.ts'
import { findRemedy, type Remedy, remedyLabels } from '#app/routes/admin/orders/refusal-remedies.ts'
import { formatRejection, formatUnpayableReason } from '#app/text/payments/boleto-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { issuerLabels } from '#app/text/settings/issuer-labels.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Money } from '#app/ui/money.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { BoletoState } from '#app/ui/payments/boleto-state.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

type Boleto = {
  id: number
  issuer: IssuerName
  bank: string
  ourNumber: string
  dueDate: CivilDate
  value: number
  state: BoletoStateName
  withdrawalReason: BoletoWithdrawalReason | null
  rejection: string | null
  format: CnabFormat
  isOverdue: boolean
  /** the bank's code for the rejection of the last write-off */
  writeOffRejection: string | null
  /** the bank's code for a boleto that nobody can pay; null for a payable boleto */
  unpayable: string | null
  /** address of the PDF */
  pdfHref: string | null
  /** page that registers the boleto again */
  registrationHref: string | null
  /** page that requests a rejected write-off again */
  writeOffHref: string | null
}

type StaffBoletosProps = { boletos: readonly Boleto[]; renewalHref: string | null; payerHref: string }

/** Lists an order's boletos, newest first, with the actions of staff. */
export function StaffBoletos({ boletos, renewalHref, payerHref }: StaffBoletosProps) {
  if (boletos.length === 0) return null
  return (
    <section aria-labelledby="boletos" className="section">
      <h2 id="boletos">Boletos</h2>
      {boletos.map(({ id, bank, ourNumber, unpayable }) =>
        unpayable === null ? null : (
          <Notice key={id} tone="bad" title={`Ninguém consegue pagar o boleto ${ourNumber}`}>
            <p>{`O banco diz: ${formatUnpayableReason(bank, unpayable)}. Faça outro boleto com “Novo vencimento” ou fale com o banco.`}</p>
          </Notice>
        ),
      )}
      {boletos.map((boleto) =>
        boleto.registrationHref === null ? null : (
          <RejectedRegistration
            key={boleto.id}
            boleto={boleto}
            renewalHref={renewalHref}
            payerHref={payerHref}
          />
        ),
      )}
      {boletos.map((boleto) =>
        boleto.writeOffHref === null ? null : <RejectedWriteOff key={boleto.id} boleto={boleto} />,
      )}
      <DataTable
        caption="Boletos do pedido, do mais novo ao mais antigo"
        columns={columns}
        rows={boletos}
        rowKey={(boleto) => boleto.id}
        empty={{ text: 'Nenhum boleto.' }}
      />
      {renewalHref ? (
        <p className="actions">
          <LinkButton href={renewalHref}>Novo vencimento</LinkButton>
        </p>
      ) : null}
    </section>
  )
}

type RejectedRegistrationProps = { boleto: Boleto } & Pick<StaffBoletosProps, 'renewalHref' | 'payerHref'>

/** Shows why the bank rejected a registration, and the action that resolves the rejection (D171). */
function RejectedRegistration({ boleto, renewalHref, payerHref }: RejectedRegistrationProps) {
  const { ourNumber, bank, rejection, format, registrationHref } = boleto
  const reason = rejection ? formatRejection(bank, rejection, format) : ''
  const remedy = findRemedy(reason)
  const renewalLink = { href: renewalHref, label: 'Novo vencimento' }
  const registrationLink = { href: registrationHref, label: 'Registrar de novo' }
  const links: Record<Remedy, { href: string | null; label: string }> = {
    payer: { href: payerHref, label: 'Corrigir os dados de cobrança' },
    'new-boleto': renewalLink,
    known: renewalLink,
    agreement: registrationLink,
    bank: registrationLink,
  }
  const { href, label } = links[remedy]
  return (
    <Notice tone="bad" title={`O banco recusou o boleto ${ourNumber}`}>
      <p>{`${reason === '' ? 'Ele não diz por quê' : `O banco diz: ${reason}`}. ${remedyLabels[remedy]}`}</p>
      {href ? (
        <p>
          <a href={href}>{label}</a>
        </p>
      ) : null}
    </Notice>
  )
}

function RejectedWriteOff({ boleto }: { boleto: Boleto }) {
  const { ourNumber, bank, format, writeOffHref, writeOffRejection } = boleto
  const reason = writeOffRejection ? formatRejection(bank, writeOffRejection, format) : ''
  return (
    <Notice tone="bad" title={`O banco recusou a baixa do boleto ${ourNumber}`}>
      <p>{`${reason === '' ? 'Ele não diz por quê' : `O banco diz: ${reason}`}. Este boleto ainda pode ser pago.`}</p>
      <p>
        <a href={writeOffHref ?? ''}>Pedir a baixa de novo</a>
      </p>
    </Notice>
  )
}

const columns: Column<Boleto>[] = [
  {
    key: 'number',
    label: 'Nosso número',
    align: 'code',
    rowHeader: true,
    render: (boleto) => boleto.ourNumber,
  },
  { key: 'issuer', label: 'Emissor', render: ({ issuer }) => issuerLabels[issuer] },
  { key: 'due', label: 'Vencimento', align: 'code', render: ({ dueDate }) => formatDate(dueDate) },
  { key: 'value', label: 'Valor', align: 'num', render: ({ value }) => <Money centavos={value} /> },
  { key: 'state', label: 'Situação', render: (boleto) => <BoletoState boleto={boleto} /> },
  { key: 'acts', label: 'Ações', align: 'actions', render: (boleto) => <BoletoActions boleto={boleto} /> },
]

function BoletoActions({
  boleto: { ourNumber, pdfHref, registrationHref, writeOffHref },
}: {
  boleto: Boleto
}) {
  return (
    <>
      {pdfHref ? (
        <a href={pdfHref} target="_blank" rel="noopener">
          Abrir o PDF<span className="visually-hidden">{` do boleto ${ourNumber}`}</span>
        </a>
      ) : null}{' '}
      {registrationHref ? (
        <a href={registrationHref}>
          Registrar de novo<span className="visually-hidden">{` o boleto ${ourNumber}`}</span>
        </a>
      ) : null}{' '}
      {writeOffHref ? (
        <a href={writeOffHref}>
          Pedir a baixa de novo<span className="visually-hidden">{` do boleto ${ourNumber}`}</span>
        </a>
      ) : null}
    </>
  )
}
