import { Button, LinkButton } from '#app/ui/button.tsx'

type CartToggleProps = {
  publication: { id: number; name: string }
  isInCart: boolean
  /** page to which the form redirects */
  returnTo: string
  cartHref: string
  /** true for the main action of a page, false for one of many in a list */
  isMain?: boolean
}

/** Adds a publication to the cart, or removes it and shows the cart (F32). */
export function CartToggle({ publication, isInCart, returnTo, cartHref, isMain = false }: CartToggleProps) {
  const name = <span className="visually-hidden">{` ${publication.name}`}</span>
  return (
    <form method="post" action={cartHref} className="actions" id={`compra-${publication.id}`} data-enhance="">
      <input type="hidden" name="publication_id" value={publication.id} />
      <input type="hidden" name="return_to" value={returnTo} />
      {isInCart ? (
        <>
          <LinkButton
            href={cartHref}
            variant={isMain ? 'main' : 'secondary'}
            icon={isMain ? 'cart' : 'check'}
          >
            <span>Ir para o carrinho</span>
          </LinkButton>
          <Button
            variant="quiet"
            icon={isMain ? undefined : 'cross'}
            name="quantity"
            value="0"
            id={`remover-${publication.id}`}
          >
            <span>Remover{name}</span>
          </Button>
        </>
      ) : (
        <Button
          variant={isMain ? 'main' : 'secondary'}
          icon={isMain ? undefined : 'cart'}
          name="add"
          value="1"
          id={`adicionar-${publication.id}`}
        >
          <span>
            Adicionar{isMain ? ' ao carrinho' : <span className="visually-hidden"> ao carrinho</span>}
            {name}
          </span>
        </Button>
      )}
    </form>
  )
}
