import { type AircraftName, hasAircraft, isFuelType } from '#app/domain/accounts/aircraft.ts'
import type { InternalPrice } from '#app/domain/orders/internal-order.ts'
import { sumCentavos } from '#app/domain/platform/money.ts'
import { findOwnedSubscriptions } from '#app/domain/subscriptions/subscription.ts'
import { fuelLabels } from '#app/text/accounts/aircraft-labels.ts'
import { internalPriceLabels } from '#app/text/orders/internal-order-labels.ts'
import { formatActiveSubscription } from '#app/text/subscriptions/subscription-labels.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Money } from '#app/ui/money.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { DataTable } from '#app/ui/table.tsx'
import type { Offer } from './internal-order-titles.ts'

type ReviewItem = AircraftName & {
  publicationId: number
  price: InternalPrice
  value: number
  renewsSubscriptionId: number | null
  fuel: number | null
}

type ReviewStepProps = {
  /** address that confirms the order and contains its data */
  action: string
  back: string
  token: string
  /** id of an equal order placed just before; the form asks whether to repeat it (D20) */
  repeatedOrderId: number | null
  items: readonly ReviewItem[]
  offers: readonly Offer[]
}

/** Shows the review step: items, total, terms (F94, D10). */
export function ReviewStep({ action, back, token, repeatedOrderId, items, offers }: ReviewStepProps) {
  const total = sumCentavos(items.map(({ value }) => value))
  const rows = items.map((item, index) => ({ ...item, index }))
  return (
    <section aria-labelledby="revisao" className="section">
      <h2 id="revisao">4. Revisão</h2>
      <DataTable
        caption="Itens do pedido"
        columns={[
          {
            key: 'name',
            label: 'Publicação',
            rowHeader: true,
            render: (row) => <ItemNameCell item={row} offers={offers} />,
          },
          { key: 'aircraft', label: 'Aeronave', render: (row) => <AircraftCell item={row} /> },
          { key: 'price', label: 'Preço', render: (row) => internalPriceLabels[row.price] },
          { key: 'value', label: 'Valor', align: 'num', render: (row) => <Money centavos={row.value} /> },
        ]}
        rows={rows}
        rowKey={(row) => row.index}
        empty={{ text: 'Nenhum item' }}
        totals={[{ label: 'Total (Pedido Interno, sem frete)', value: <Money centavos={total} /> }]}
      />
      <ActiveSubscriptions items={items} offers={offers} />
      <Notice isSilent>{total === 0 ? courtesyText : boletoText}</Notice>
      <PostForm action={action} data-once="">
        <input type="hidden" name="token" value={token} />
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the form names items by their position.
          <input key={index} type="hidden" name={`seen.${index}`} value={item.value} />
        ))}
        {repeatedOrderId === null ? null : (
          <CheckboxField
            label={`Sim, criar outro pedido igual ao nº ${repeatedOrderId}`}
            name="repeats"
            value={repeatedOrderId}
          />
        )}
        <p className="actions">
          <Button variant="main">{total === 0 ? 'Confirmar cortesia' : 'Confirmar pedido'}</Button>
          <LinkButton href={back}>Alterar itens</LinkButton>
        </p>
      </PostForm>
    </section>
  )
}

const courtesyText =
  'Sem valor a pagar: o pedido nasce confirmado, como cortesia, e o que ele contém é liberado na hora.'
const boletoText = 'O pedido é criado com pagamento pendente; o cliente recebe o boleto por e-mail.'

/** Lists the client's active subscriptions to the same publications, by aircraft (D26). */
function ActiveSubscriptions({ items, offers }: Pick<ReviewStepProps, 'items' | 'offers'>) {
  const newPurchases = items.filter(({ renewsSubscriptionId }) => renewsSubscriptionId === null)
  const ownedSubscriptions = offers.flatMap((offer) => {
    const registrations = newPurchases.flatMap(({ publicationId, registration }) =>
      publicationId === offer.id ? [registration] : [],
    )
    if (registrations.length === 0) return []
    const { id: publicationId, hasAirplaneInfo, name, activeSubscriptions } = offer
    const publication = { publicationId, hasAirplaneInfo }
    const subscriptions = findOwnedSubscriptions(publication, registrations, activeSubscriptions)
    return subscriptions.map((subscription) => ({ ...subscription, name }))
  })
  if (ownedSubscriptions.length === 0) return null
  return (
    <Notice tone="warn" title="O cliente já tem em vigor" isSilent>
      <ul>
        {ownedSubscriptions.map(({ id, name, ...subscription }) => (
          <li key={id}>{`nº ${id}: ${name}, ${formatActiveSubscription(subscription)}`}</li>
        ))}
      </ul>
    </Notice>
  )
}

function ItemNameCell({ item, offers }: { item: ReviewItem; offers: readonly Offer[] }) {
  const offer = offers.find(({ id }) => id === item.publicationId)
  return (
    <>
      {offer?.name ?? `Publicação ${item.publicationId}`}
      {item.renewsSubscriptionId === null ? null : (
        <span className="hint">Renova a assinatura nº {item.renewsSubscriptionId}</span>
      )}
    </>
  )
}

function AircraftCell({ item: { registration, serialNumber, fuel } }: { item: ReviewItem }) {
  if (!hasAircraft({ registration, serialNumber })) return '-'
  return (
    <>
      {registration}
      <span className="hint">
        Nº de série {serialNumber ?? '-'}
        {isFuelType(fuel) ? ` · ${fuelLabels[fuel]}` : null}
      </span>
    </>
  )
}
