import { Button, LinkButton } from './button.tsx'
import { CheckboxField } from './field.tsx'

export type RenewalOffer = {
  id: number
  name: string
  prefix: string | null
  canRenew: boolean
  canBuyAgain: boolean
  renewalOrderId: number | null
}

type RenewalCellProps = {
  offer: RenewalOffer
  /** the id of the form that several are chosen for */
  form: string
  links: { renew: (id: number) => string; order: (id: number) => string; manage: string }
}

/** What can be done about the due date of a unit: renew it, see its renewal, or buy it again (F64, D33). */
export function RenewalCell({ offer, form, links }: RenewalCellProps) {
  const { id, name, prefix, canRenew, canBuyAgain, renewalOrderId } = offer
  const which = prefix ? ` ${name} (${prefix})` : ` ${name}`
  if (renewalOrderId !== null)
    return <a href={links.order(renewalOrderId)}>Renovação no pedido nº {renewalOrderId}</a>
  if (canRenew) {
    return (
      <span className="actions">
        <CheckboxField
          label={`Escolher${which}`}
          name="s"
          id={`renovar-${id}`}
          value={id}
          form={form}
          labelHidden
        />
        <LinkButton variant="quiet" href={links.renew(id)}>
          Renovar<span className="visually-hidden">{which}</span>
        </LinkButton>
      </span>
    )
  }
  if (!canBuyAgain) return null
  return (
    <form method="post" action={links.manage}>
      <Button variant="quiet" name="buy_again" value={id}>
        Comprar novamente<span className="visually-hidden">{which}</span>
      </Button>
    </form>
  )
}

type ChosenProps = { form: string; count: number; links: { renewals: string; all: string } }

/** The form that the boxes of the list belong to, and the way to all that can be renewed, on whatever page they are. */
export function RenewChosen({ form, count, links }: ChosenProps) {
  return (
    <form method="get" action={links.renewals} id={form} className="actions no-print">
      <Button>Renovar as selecionadas</Button>
      <LinkButton href={links.all}>
        {count === 1 ? 'Renovar a que vence em 30 dias' : `Renovar todas as que vencem em 30 dias (${count})`}
      </LinkButton>
    </form>
  )
}
