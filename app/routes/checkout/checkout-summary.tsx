import { calculateTotals } from '#app/domain/catalogue/pricing.ts'
import type { ShippingOption } from '#app/domain/checkout/shipping.ts'
import { reviewHours } from '#app/domain/orders/photo-review.ts'
import { formatTypedAddress } from '#app/text/accounts/address-labels.ts'
import { formatCopyName } from '#app/text/accounts/aircraft-labels.ts'
import { formatDeliveryTime, getShippingName } from '#app/text/checkout/shipping-labels.ts'
import { formatPhotos } from '#app/text/orders/photo-request-labels.ts'
import { termsVersion } from '#app/text/orders/terms.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { messages } from '#app/text/platform/messages.ts'
import { formatLineName } from '#app/text/subscriptions/renewal-labels.ts'
import { CheckboxField } from '#app/ui/forms/field.tsx'
import { Money } from '#app/ui/money.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'
import { Unbroken } from '#app/ui/unbroken.tsx'
import { getChosenOption, type SectionProps } from './checkout-sections.tsx'

/**
 * Shows publications, freight, total, delivery and addresses before the terms, with links to change them
 * (F38). Freight to be agreed counts as 0 in the total (D2).
 */
export function SummarySection(props: SectionProps) {
  const { items, needsShipping, freight, field, handlingDays, minimum } = props
  const freightOption = needsShipping && freight ? getChosenOption(freight, field) : undefined
  const totals = calculateTotals(items, freightOption?.value ?? 0)
  let unitCount = 0
  for (const { quantity } of items) unitCount += quantity
  return (
    <section id="resumo" data-region="" aria-labelledby="resumo-titulo">
      <h2 id="resumo-titulo">Resumo</h2>
      <SummaryList
        rows={[
          ...items.map((item) => ({
            id: item.key,
            key: `${item.quantity} × ${formatItemLabel(item)}`,
            value: <Money centavos={item.price * item.quantity} />,
          })),
          {
            key: unitCount === 1 ? 'Publicações (1 unidade)' : `Publicações (${unitCount} unidades)`,
            value: <Money centavos={totals.publications} />,
            change: { href: '#publicacoes' },
          },
          {
            key: freightOption ? `Frete (${getShippingName(freightOption.service)})` : 'Frete',
            value: formatFreightLabel(needsShipping, freightOption),
            ...(needsShipping ? { change: { href: '#frete' } } : {}),
          },
          ...(freightOption
            ? [
                {
                  key: 'Entrega',
                  value: <LeftAlignedText>{formatDeliveryTime(freightOption, handlingDays)}</LeftAlignedText>,
                },
              ]
            : []),
          ...listAddressRows(needsShipping, field),
          { key: 'Total', value: <strong className="total">{formatReais(totals.total)}</strong> },
        ]}
      />
      {minimum !== null && totals.total < minimum ? (
        <Notice tone="warn" isSilent>
          {messages.belowMinimum(formatReais(minimum))}
        </Notice>
      ) : null}
    </section>
  )
}

/** Returns an item's name. A renewal's name includes the aircraft: several may have the same publication. */
function formatItemLabel({ name, renewal }: SectionProps['items'][number]) {
  const lineName = formatLineName({ name, isRenewal: renewal !== null })
  return renewal ? formatCopyName({ ...renewal, name: lineName }) : lineName
}

function listAddressRows(needsShipping: boolean, field: SectionProps['field']) {
  const shipsElsewhere = field.value('ship_elsewhere') === 'on'
  const billing = formatTypedAddress((name) => field.value(`billing.${name}`))
  const shipping = shipsElsewhere ? formatTypedAddress((name) => field.value(`shipping.${name}`)) : undefined
  const makeRow = (key: string, address: string | undefined, change: { href: string; subject: string }) =>
    address ? [{ key, value: <LeftAlignedText>{address}</LeftAlignedText>, change }] : []
  return [
    ...makeRow('Cobrança', billing, { href: '#cobranca', subject: 'endereço de cobrança' }),
    ...(needsShipping
      ? makeRow('Entregar em', shipping, { href: '#entrega', subject: 'endereço de entrega' })
      : []),
  ]
}

/** Aligns multi-line text left among right-aligned amounts. */
function LeftAlignedText({ children }: { children: string }) {
  return (
    <span className="words">
      <Unbroken text={children} />
    </span>
  )
}

const firstNumber = /\d+/

/** Asks to confirm a repeated order, then to accept the terms. */
export function TermsSection({ field, links }: Pick<SectionProps, 'field' | 'links'>) {
  const repeats = field.getField('repeats')
  // The error of a repeated order contains the number of the order that was placed before.
  const [errorText = ''] = repeats.errors ?? []
  const orderIdInError = firstNumber.exec(errorText)?.[0]
  const repeatedOrderId = orderIdInError ?? repeats.defaultValue
  return (
    <>
      {repeatedOrderId ? (
        <CheckboxField
          label={`Sim, quero outro pedido igual ao nº ${repeatedOrderId}`}
          name="repeats"
          value={repeatedOrderId}
          errors={repeats.errors}
          defaultChecked={repeats.defaultValue !== undefined}
        />
      ) : null}
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
        name="terms"
        value={termsVersion}
        errors={field.getField('terms').errors}
        defaultChecked={field.value('terms') === termsVersion}
        isRequired
      />
    </>
  )
}

function formatFreightLabel(needsShipping: boolean, freightOption: ShippingOption | undefined) {
  if (!needsShipping) return 'Download, sem frete'
  if (!freightOption) return 'A calcular'
  return freightOption.days === null ? 'a combinar' : formatReais(freightOption.value)
}

type PaymentHintProps = { boletoDueDays: number; offersPix: boolean; photoCount: number; isFree: boolean }

/** Explains how and when the order is paid. */
export function PaymentHint({ boletoDueDays, offersPix, photoCount, isFree }: PaymentHintProps) {
  const photosText = formatPhotos(photoCount)
  if (isFree)
    return (
      <p className="hint">{photoCount > 0 ? messages.freeAfterPhoto(photosText) : messages.nothingToPay}</p>
    )
  return (
    <p className="hint">
      {offersPix ? 'Você paga por Pix ou pelo boleto, como preferir. ' : null}O boleto vence em{' '}
      {boletoDueDays === 1 ? '1 dia útil' : `${boletoDueDays} dias úteis`}. A confirmação do pagamento leva
      até 48 horas.
      {photoCount > 0 ? ` Antes do boleto vamos conferir ${photosText}, em até ${reviewHours} horas.` : null}
    </p>
  )
}
