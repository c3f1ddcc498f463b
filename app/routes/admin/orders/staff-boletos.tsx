import type { BoletoWithdrawalReason, BoletoState as State } from '#app/domain/charges/boleto-state.ts'
import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { IssuerName } from '#app/domain/settings/issuer.ts'
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
  /** the bank's code where nobody can pay it */
  unpayable: string | null
  /** where its PDF is */
  file: string | null
  /** where it is registered again */
  registration: string | null
  /** where its write-off is asked for again, which the bank refused */
  writeOff: string | null
}

type StaffBoletosProps = { boletos: readonly Boleto[]; renewal: string | null }

/** Every boleto of an order that has one, the newest first, with what staff can do about it. */
export function StaffBoletos({ boletos, renewal }: StaffBoletosProps) {
  if (boletos.length === 0) return null
  return (
    <section aria-labelledby="boletos" className="section">
      <h2 id="boletos">Boletos</h2>
      {boletos.flatMap(({ id, ourNumber, unpayable }) =>
        unpayable === null ? (
          []
        ) : (
          <Notice key={id} tone="bad" title={`Ninguém consegue pagar o boleto ${ourNumber}`}>
            <p>{`O banco diz isso na ocorrência ${unpayable} de um retorno. Faça outro boleto com “Novo vencimento” ou fale com o banco.`}</p>
          </Notice>
        ),
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
