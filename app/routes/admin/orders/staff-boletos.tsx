import type { BoletoWithdrawalReason, BoletoState as State } from '#app/domain/charges/boleto-state.ts'
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
  state: State
  withdrawalReason: BoletoWithdrawalReason | null
  rejection: string | null
  format: CnabFormat
  isOverdue: boolean
  /** why the bank rejected its last write-off */
  writeOffRejection: string | null
  /** the bank's code, if it cannot be paid */
  unpayable: string | null
  /** address of its PDF */
  file: string | null
  /** page that registers it again */
  registration: string | null
  /** page that requests its rejected write-off again */
  writeOff: string | null
}

type StaffBoletosProps = { boletos: readonly Boleto[]; renewal: string | null; payer: string }

/** Lists an order's boletos, newest first, with the actions of staff. */
export function StaffBoletos({ boletos, renewal, payer }: StaffBoletosProps) {
  if (boletos.length === 0) return null
  return (
    <section aria-labelledby="boletos" className="section">
      <h2 id="boletos">Boletos</h2>
      {boletos.flatMap(({ id, bank, ourNumber, unpayable }) =>
        unpayable === null ? (
          []
        ) : (
          <Notice key={id} tone="bad" title={`Ninguém consegue pagar o boleto ${ourNumber}`}>
            <p>{`O banco diz: ${formatUnpayableReason(bank, unpayable)}. Faça outro boleto com “Novo vencimento” ou fale com o banco.`}</p>
          </Notice>
        ),
      )}
      {boletos.map((boleto) =>
        boleto.registration === null ? null : (
          <Refusal key={boleto.id} boleto={boleto} {...{ renewal, payer }} />
        ),
      )}
      {boletos.map((boleto) =>
        boleto.writeOff === null ? null : <RefusedWriteOff key={boleto.id} boleto={boleto} />,
      )}
      <DataTable
        caption="Boletos do pedido, do mais novo ao mais antigo"
        columns={columns}
        rows={boletos}
        rowKey={(boleto) => boleto.id}
        empty={{ text: 'Nenhum boleto.' }}
      />
      {renewal ? (
        <p className="actions">
          <LinkButton href={renewal}>Novo vencimento</LinkButton>
        </p>
      ) : null}
    </section>
  )
}

type RefusalProps = { boleto: Boleto } & Pick<StaffBoletosProps, 'renewal' | 'payer'>

/** Shows the bank's reason and the action that resolves it (D171). */
function Refusal({ boleto, renewal, payer }: RefusalProps) {
  const { ourNumber, bank, rejection, format, registration } = boleto
  const words = rejection ? formatRejection(bank, rejection, format) : ''
  const remedy = findRemedy(words)
  const acts: Record<Remedy, [string | null, string]> = {
    payer: [payer, 'Corrigir os dados de cobrança'],
    'new-boleto': [renewal, 'Novo vencimento'],
    known: [renewal, 'Novo vencimento'],
    agreement: [registration, 'Registrar de novo'],
    bank: [registration, 'Registrar de novo'],
  }
  const [href, label] = acts[remedy]
  return (
    <Notice tone="bad" title={`O banco recusou o boleto ${ourNumber}`}>
      <p>{`${words === '' ? 'Ele não diz por quê' : `O banco diz: ${words}`}. ${remedyLabels[remedy]}`}</p>
      {href ? (
        <p>
          <a href={href}>{label}</a>
        </p>
      ) : null}
    </Notice>
  )
}

function RefusedWriteOff({ boleto }: { boleto: Boleto }) {
  const { ourNumber, bank, format, writeOff, writeOffRejection } = boleto
  const words = writeOffRejection ? formatRejection(bank, writeOffRejection, format) : ''
  return (
    <Notice tone="bad" title={`O banco recusou a baixa do boleto ${ourNumber}`}>
      <p>{`${words === '' ? 'Ele não diz por quê' : `O banco diz: ${words}`}. Este boleto ainda pode ser pago.`}</p>
      <p>
        <a href={writeOff ?? ''}>Pedir a baixa de novo</a>
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
  { key: 'acts', label: 'Ações', align: 'actions', render: (boleto) => <Acts boleto={boleto} /> },
]

function Acts({ boleto: { ourNumber, file, registration, writeOff } }: { boleto: Boleto }) {
  return (
    <>
      {file ? (
        <a href={file} target="_blank" rel="noopener">
          Abrir o PDF<span className="visually-hidden">{` do boleto ${ourNumber}`}</span>
        </a>
      ) : null}{' '}
      {registration ? (
        <a href={registration}>
          Registrar de novo<span className="visually-hidden">{` o boleto ${ourNumber}`}</span>
        </a>
      ) : null}{' '}
      {writeOff ? (
        <a href={writeOff}>
          Pedir a baixa de novo<span className="visually-hidden">{` do boleto ${ourNumber}`}</span>
        </a>
      ) : null}
    </>
  )
}
