import { Button, LinkButton } from '#app/ui/button.tsx'

type CartToggleProps = {
  publication: { id: number; name: string }
  isInCart: boolean
  /** Where the visitor comes back to after the change. */
  returnTo: string
  paths: { cart: string }
  /** The page's one main action, or one of many in a list. */
  isMain?: boolean
}

/** Adds a publication to the cart, or takes it out and leads to the cart (F32). */
export function CartToggle({ publication, isInCart, returnTo, paths, isMain = false }: CartToggleProps) {
  const name = <span className="visually-hidden">{` ${publication.name}`}</span>
  return (
    <form
      method="post"
      action={paths.cart}
      className="actions"
      id={`compra-${publication.id}`}
      data-enhance=""
    >
      <input type="hidden" name="publication_id" value={publication.id} />
      <input type="hidden" name="return_to" value={returnTo} />
      {isInCart ? (
        <>
          <LinkButton href={paths.cart} variant={isMain ? 'main' : 'secondary'} icon="cart">
            Ir para o carrinho
          </LinkButton>
          <Button variant="quiet" name="quantity" value="0" id={`remover-${publication.id}`}>
            Remover{name}
          </Button>
        </>
      ) : (
        <Button
          variant={isMain ? 'main' : 'secondary'}
          name="add"
          value="1"
          id={`adicionar-${publication.id}`}
        >
          Adicionar ao carrinho{name}
        </Button>
      )}
    </form>
  )
}
