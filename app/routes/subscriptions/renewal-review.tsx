import type { AircraftName } from '#app/domain/accounts/aircraft.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { calculateRenewedDue, type RenewalBlocker } from '#app/domain/subscriptions/subscription.ts'
import { formatPlaceLine, formatStreetLine } from '#app/text/accounts/address-labels.ts'
import { formatAircraftName, formatCopyName } from '#app/text/accounts/aircraft-labels.ts'
import { termsVersion } from '#app/text/orders/terms.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'
import { messages } from '#app/text/platform/messages.ts'
import { renewalBlockerLabels } from '#app/text/subscriptions/renewal-labels.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import type { BoundField } from '#app/ui/forms/address-fields.tsx'
import { CheckboxField } from '#app/ui/forms/field.tsx'
import { FieldErrors, makeFieldId } from '#app/ui/forms/field-frame.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Money } from '#app/ui/money.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

type Unit = AircraftName & { id: number; name: string; version: string; due: CivilDate | null }
type RenewalItem = Unit & { key: string; price: number }
type BlockedUnit = Unit & { blocker: RenewalBlocker | null; openOrderId: number | null }
type Billing = Parameters<typeof formatStreetLine>[0] & { zip_code: string }

export type RenewalReviewProps = {
  /** target of the form */
  action: string
  token: string
  renewable: RenewalItem[]
  notRenewable: BlockedUnit[]
  total: number
  /** minimum of a boleto, if the total is below it */
  minimum: number | null
  /** why the renewal continues in the cart; null if it goes straight to payment */
  cartReason: 'printed' | 'no-address' | 'no-document' | null
  payer: string
  billing: Billing | null
  boletoDueDays: number
  getField: (name: string) => BoundField
  links: {
    terms: string
    privacy: string
    addresses: string
    manage: string
    contact: string
    payment: (orderId: number) => string
  }
}

/** Shows renewals before the terms, each with aircraft, old and new due date, and price (D32). */
export function RenewalReview(props: RenewalReviewProps) {
  const { renewable, notRenewable, links } = props
  return (
    <div className="stack-l">
      {renewable.length > 0 ? <RenewalForm {...props} /> : null}
      {notRenewable.length > 0 ? <BlockedList {...props} /> : null}
      {renewable.length === 0 ? (
        <p className="actions">
          <LinkButton href={links.manage}>Voltar às publicações</LinkButton>
        </p>
      ) : null}
    </div>
  )
}

function RenewalForm(props: RenewalReviewProps) {
  const { action, token, renewable, total, getField, cartReason } = props
  return (
    <PostForm action={action} noValidate className="stack-l" data-once="">
      <input type="hidden" name="token" value={token} />
      {renewable.map(({ id }) => (
        <input key={id} type="hidden" name="s" value={id} />
      ))}
      <DataTable
        caption="O que será renovado"
        columns={listColumns(getField)}
        rows={renewable}
        rowKey={(unit) => unit.id}
        empty={{ text: 'Nada a renovar' }}
        totals={[
          {
            label: cartReason === 'printed' ? 'Total, sem o frete' : 'Total',
            value: <Money centavos={total} />,
          },
        ]}
      />
      {cartReason ? (
        <CartEnding cartReason={cartReason} contact={props.links.contact} />
      ) : (
        <PaymentEnding {...props} />
      )}
    </PostForm>
  )
}

function listColumns(getField: RenewalReviewProps['getField']): Column<RenewalItem>[] {
  return [
    {
      key: 'name',
      label: 'Publicação',
      rowHeader: true,
      render: ({ name, version }) => (
        <>
          {name}
          <span className="hint">Versão {version}</span>
        </>
      ),
    },
    { key: 'aircraft', label: 'Aeronave', align: 'code', render: (unit) => formatAircraftName(unit) ?? '-' },
    { key: 'due', label: 'Vencimento', render: ({ due }) => <DueCell due={due} /> },
    {
      key: 'price',
      label: 'Preço',
      align: 'num',
      render: (item) => <PriceCell item={item} getField={getField} />,
    },
  ]
}

function DueCell({ due }: { due: CivilDate | null }) {
  if (due === null) return <>-</>
  return (
    <>
      <span className="num">{formatDate(due)}</span> →{' '}
      <strong className="num">{formatDate(calculateRenewedDue(due))}</strong>
    </>
  )
}

function PriceCell({
  item: { key, price },
  getField,
}: {
  item: RenewalItem
  getField: RenewalReviewProps['getField']
}) {
  const { name, errors } = getField(`price.${key}`)
  return (
    <span id={makeFieldId(name)} tabIndex={-1}>
      <input type="hidden" name={name} value={price} />
      <Money centavos={price} />
      <FieldErrors id={makeFieldId(name)} errors={errors} />
    </span>
  )
}

const cartReasonLabels = {
  printed: 'Há publicação impressa: o frete das revisões é escolhido ao finalizar o pedido.',
  'no-address': 'Falta o endereço de cobrança: ele é pedido ao finalizar o pedido.',
  'no-document': messages.payerIncomplete,
} as const

function CartEnding({ cartReason, contact }: { cartReason: keyof typeof cartReasonLabels; contact: string }) {
  return (
    <>
      <Notice tone={cartReason === 'no-document' ? 'warn' : 'info'}>{cartReasonLabels[cartReason]}</Notice>
      <p className="actions">
        {cartReason === 'no-document' ? (
          <LinkButton href={contact} variant="main">
            Fale conosco
          </LinkButton>
        ) : (
          <Button variant="main">Levar ao carrinho e finalizar</Button>
        )}
      </p>
    </>
  )
}

function PaymentEnding({
  payer,
  billing,
  getField,
  links,
  boletoDueDays,
  total,
  minimum,
}: RenewalReviewProps) {
  const terms = getField('terms')
  return (
    <>
      {minimum === null ? null : <Notice tone="warn">{messages.belowMinimum(formatReais(minimum))}</Notice>}
      <SummaryList
        rows={[
          { key: 'Comprador', value: payer },
          {
            key: 'Cobrança',
            value: billing
              ? `${formatStreetLine(billing)}, ${formatPlaceLine(billing, billing.zip_code)}`
              : '-',
            change: { href: links.addresses },
          },
          { key: 'Envio', value: 'Download, sem frete' },
        ]}
      />
      <CheckboxField
        label={
          <>
            Li e aceito os{' '}
            <a href={links.terms} target="_blank" rel="noopener">
              termos de compra
            </a>{' '}
            e o{' '}
            <a href={links.privacy} target="_blank" rel="noopener">
              aviso de privacidade
            </a>
          </>
        }
        name={terms.name}
        value={termsVersion}
        errors={terms.errors}
        defaultChecked={terms.defaultValue === termsVersion}
        isRequired
      />
      <p className="actions">
        <Button variant="main">
          {total === 0 ? 'Confirmar renovação' : 'Confirmar renovação e gerar boleto'}
        </Button>
      </p>
      {total === 0 ? (
        <p className="hint">{messages.nothingToPay}</p>
      ) : (
        <p className="hint">
          O boleto vence em {boletoDueDays === 1 ? '1 dia útil' : `${boletoDueDays} dias úteis`}. O novo
          vencimento vale depois da confirmação do pagamento, que leva até 48 horas.
        </p>
      )}
    </>
  )
}

function BlockedList({ notRenewable, links }: RenewalReviewProps) {
  return (
    <section className="section" aria-labelledby="fora">
      <h2 id="fora">Não entram nesta renovação</h2>
      <ul>
        {notRenewable.map(({ id, blocker, openOrderId, ...unit }) => (
          <li key={id}>
            {formatCopyName(unit)}: {blocker ? renewalBlockerLabels[blocker] : null}
            {openOrderId === null ? null : (
              <>
                {' '}
                <a href={links.payment(openOrderId)}>Pedido nº {openOrderId}</a>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
