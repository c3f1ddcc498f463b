import { renewalWindowDays } from '#app/domain/subscriptions/subscription.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'

export type RenewalOffer = {
  id: number
  name: string
  registration: string | null
  canRenew: boolean
  canBuyAgain: boolean
  renewalOrderId: number | null
}

type CellProps = {
  offer: RenewalOffer
  links: { renew: (id: number) => string; order: (id: number) => string; manage: string }
}

/** Acts on the due date of a unit: renew it, see its renewal, or buy it again (F64, D33). */
export function RenewalCell({ offer, links }: CellProps) {
  const { id, canRenew, canBuyAgain, renewalOrderId } = offer
  const which = <span className="visually-hidden">{formatUnitName(offer)}</span>
  if (renewalOrderId !== null)
    return <a href={links.order(renewalOrderId)}>Renovação no pedido nº {renewalOrderId}</a>
  if (canRenew) {
    return (
      <LinkButton variant="quiet" href={links.renew(id)}>
        Renovar{which}
      </LinkButton>
    )
  }
  if (!canBuyAgain) return null
  return (
    <PostForm action={links.manage}>
      <Button variant="quiet" name="buy_again" value={id}>
        Comprar novamente{which}
      </Button>
    </PostForm>
  )
}

/** The box by which a unit that can be renewed is chosen among several; it belongs to the form with this id. */
export function ChooseCell({ offer, form }: { offer: RenewalOffer; form: string }) {
  const label = `Escolher${formatUnitName(offer)}`
  return (
    <CheckboxField
      label={label}
      name="s"
      id={`escolher-${offer.id}`}
      value={offer.id}
      form={form}
      labelHidden
    />
  )
}

/** Several aircraft may have the same publication. */
export function formatUnitName({ name, registration }: RenewalOffer): string {
  return registration ? ` ${name} (${registration})` : ` ${name}`
}

type ChosenProps = {
  form: string
  /** how many can be renewed in all */
  count: number
  /** some of them are on this page */
  hasBoxes: boolean
  /** there may be more than one order takes */
  isCapped: boolean
  links: { renewals: string; all: string }
}

/** The form that the boxes of the list belong to, and the way to all that can be renewed, on whatever page they are. */
export function RenewChosen({ form, count, hasBoxes, isCapped, links }: ChosenProps) {
  return (
    <form method="get" action={links.renewals} id={form} className="actions no-print">
      {hasBoxes ? <Button>Renovar as selecionadas</Button> : null}
      <LinkButton href={links.all}>
        {`Renovar todas as que vencem em ${renewalWindowDays} dias (`}
        {isCapped ? `as ${count} primeiras` : count})
      </LinkButton>
    </form>
  )
}
