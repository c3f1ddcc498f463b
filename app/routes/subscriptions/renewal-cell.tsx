import type { AircraftName } from '#app/domain/accounts/aircraft.ts'
import { renewalWindowDays } from '#app/domain/subscriptions/subscription.ts'
import { formatCopyName } from '#app/text/accounts/aircraft-labels.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'

export type RenewalOffer = AircraftName & {
  id: number
  name: string
  canRenew: boolean
  canBuyAgain: boolean
  renewalOrderId: number | null
}

type CellProps = {
  offer: RenewalOffer
  links: { renew: (id: number) => string; order: (id: number) => string; manage: string }
}

/** Shows actions for a unit's due date: renew the unit, open its renewal, or buy it again (F64, D33). */
export function RenewalCell({ offer, links }: CellProps) {
  const { id, canRenew, canBuyAgain, renewalOrderId } = offer
  const hiddenName = <span className="visually-hidden">{formatUnitName(offer)}</span>
  if (renewalOrderId !== null)
    return <a href={links.order(renewalOrderId)}>Renovação no pedido nº {renewalOrderId}</a>
  if (canRenew) {
    return (
      <LinkButton variant="quiet" href={links.renew(id)}>
        Renovar{hiddenName}
      </LinkButton>
    )
  }
  if (!canBuyAgain) return null
  return (
    <PostForm action={links.manage} data-once="">
      <Button variant="quiet" name="buy_again" value={id}>
        Comprar novamente{hiddenName}
      </Button>
    </PostForm>
  )
}

/** Shows the checkbox that selects a renewable unit for the form with this id. */
export function RenewalCheckbox({ offer, formId }: { offer: RenewalOffer; formId: string }) {
  const label = `Escolher${formatUnitName(offer)}`
  return (
    <CheckboxField
      label={label}
      name="s"
      id={`escolher-${offer.id}`}
      value={offer.id}
      form={formId}
      labelHidden
    />
  )
}

/**
 * Returns the unit's name with a leading space, and with the aircraft because several may have the same
 * publication.
 */
export function formatUnitName(offer: RenewalOffer): string {
  return ` ${formatCopyName(offer)}`
}

type RenewSelectedFormProps = {
  formId: string
  /** number of renewable units */
  count: number
  /** true if some renewable units are on this page */
  hasCheckboxes: boolean
  /** true if there may be more renewable units than an order allows */
  isCapped: boolean
  links: { renewals: string; all: string }
}

/** Shows the form of the checkboxes, and a link to all renewable units of all pages. */
export function RenewSelectedForm({ formId, count, hasCheckboxes, isCapped, links }: RenewSelectedFormProps) {
  return (
    <form method="get" action={links.renewals} id={formId} className="actions no-print">
      {hasCheckboxes ? <Button>Renovar as selecionadas</Button> : null}
      <LinkButton href={links.all}>
        {`Renovar todas as que vencem em ${renewalWindowDays} dias (`}
        {isCapped ? `as ${count} primeiras` : count})
      </LinkButton>
    </form>
  )
}
