import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { calculateTotals } from '#app/domain/catalogue/pricing.ts'
import { type CartOwner, getUnavailableReason, maxQuantity } from '#app/domain/checkout/cart.ts'
import { needsShipping } from '#app/domain/checkout/shipping.ts'
import { hasTooManyBlocks, maxUnitBlocks } from '#app/domain/platform/units.ts'
import { ensureCartOwner, findCartOwner, limitNewCarts } from '#app/http/checkout/cart.server.ts'
import { redirectWithFlash, seeOther } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { getAccount } from '#app/http/session.server.ts'
import {
  addToCart,
  findCart,
  removeRenewalFromCart,
  setCartQuantity,
} from '#app/models/checkout/cart.server.ts'
import type { CartItem } from '#app/models/checkout/cart-items.server.ts'
import { findMissedMinimum } from '#app/models/settings/setting.server.ts'
import { getSafeRedirect, paths } from '#app/paths.ts'
import { QuantityStepper } from '#app/routes/checkout/quantity-stepper.tsx'
import { blockerLabels, listKindLabels } from '#app/text/checkout/cart-labels.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'
import { formatLineName, formatRenewal } from '#app/text/subscriptions/renewal-labels.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Money } from '#app/ui/money.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'
import { Unbroken } from '#app/ui/unbroken.tsx'

export const handle: PageHandle = { title: 'Carrinho' }

const removalSchema = z.object({ renewal_id: z.string().transform(parseId).pipe(z.number()) })

const oneOrTwoDigits = /^\d{1,2}$/

const changeSchema = z.object({
  publication_id: z.string().transform(parseId).pipe(z.number()),
  add: z.literal('1').optional(),
  quantity: z.string().regex(oneOrTwoDigits).transform(Number).pipe(z.number().max(maxQuantity)).optional(),
  /** token of the quote that set the price, when a removal is undone */
  quote: z.string().max(64).optional(),
  return_to: z.string().optional(),
})

const cartSchema = z.union([removalSchema, changeSchema])

export async function loader(args: LoaderFunctionArgs) {
  await getAccount(args, 'purchase')
  const owner = await findCartOwner(args)
  const items = (owner && (await findCart(owner))?.items) ?? []
  const { total } = calculateTotals(items, 0)
  const isTooLarge = hasTooManyBlocks(items)
  return {
    items,
    total,
    // With freight, which is not known yet, the total exceeds any minimum.
    missedMinimum: needsShipping(items) ? null : await findMissedMinimum(total),
    isOrderable: items.every((item) => !getUnavailableReason(item)) && !isTooLarge,
    isTooLarge,
  }
}

/** Adds a publication, sets its quantity (0 removes the publication, with an undo), or removes a renewal. */
export async function action(args: ActionFunctionArgs) {
  await getAccount(args, 'purchase')
  const parsedCart = cartSchema.safeParse(Object.fromEntries(await readForm(args.request)))
  if (!parsedCart.success) throw new Response(null, { status: 400 })
  const { owner, headers } = await ensureCartOwner(args)
  if ('renewal_id' in parsedCart.data) return removeRenewal(owner, parsedCart.data.renewal_id, headers)
  const { publication_id: publicationId, add, quantity, quote, return_to } = parsedCart.data
  const back = getSafeRedirect(return_to, paths.cart())
  if (add && !(await addToCart(owner, publicationId, () => limitNewCarts(args, owner)))) {
    return redirectWithFlash(back, { tone: 'warn', text: 'Esta publicação não está mais à venda.' }, headers)
  }
  if (add && quantity === undefined) {
    return redirectWithFlash(back, { tone: 'good', text: 'Publicação adicionada ao carrinho.' }, headers)
  }
  if (quantity === undefined) return seeOther(back, headers)
  const formerItem = await setCartQuantity(owner, publicationId, quantity, quote)
  if (quantity !== 0 || formerItem.quantity === 0) return seeOther(back, headers)
  const undo = { publicationId, ...formerItem }
  return redirectWithFlash(back, { tone: 'good', text: 'Publicação removida do carrinho.', undo }, headers)
}

async function removeRenewal(owner: CartOwner, subscriptionId: number, headers: Headers) {
  const isRemoved = await removeRenewalFromCart(owner, subscriptionId)
  if (!isRemoved) return seeOther(paths.cart(), headers)
  return redirectWithFlash(paths.cart(), { tone: 'good', text: 'Renovação removida do carrinho.' }, headers)
}

export default function CartPage() {
  const { items, total, missedMinimum, isOrderable, isTooLarge } = useLoaderData<typeof loader>()
  const table = (
    <DataTable
      caption="Publicações no carrinho"
      columns={columns}
      rows={items}
      rowKey={(item) => item.key}
      empty={{
        text: specTexts.cartEmpty,
        action: { href: paths.publications(), label: 'Ver as publicações' },
      }}
    />
  )
  return (
    <div id="carrinho" data-region="">
      <PageHeading title="Carrinho" />
      {items.length === 0 ? (
        table
      ) : (
        <>
          <div className="columns">
            <div className="columns-main">
              {table}
              {isTooLarge ? <Notice tone="warn">{messages.tooManyUnits(maxUnitBlocks)}</Notice> : null}
              {isOrderable || isTooLarge ? null : (
                <Notice tone="warn">
                  Remova as publicações com aviso para finalizar o pedido. As outras continuam aqui.
                </Notice>
              )}
              {missedMinimum === null ? null : (
                <Notice tone="warn">{messages.belowMinimum(formatReais(missedMinimum))}</Notice>
              )}
            </div>
            <aside className="columns-aside totals stack" aria-label="Total do carrinho">
              <SummaryList
                rows={[{ key: 'Total', value: <strong className="total">{formatReais(total)}</strong> }]}
              />
              {isOrderable ? (
                <LinkButton href={paths.checkout()} variant="main" wide>
                  Finalizar pedido
                </LinkButton>
              ) : null}
              <LinkButton href={paths.publications()} wide>
                Escolher mais publicações
              </LinkButton>
            </aside>
          </div>
          {items.some((item) => item.active && !item.renewal) ? (
            <PriceQuoteForm hasRenewals={items.some((item) => item.renewal)} />
          ) : null}
        </>
      )}
    </div>
  )
}

function PriceQuoteForm({ hasRenewals }: { hasRenewals: boolean }) {
  return (
    <PostForm action={paths.priceQuotes()} className="actions" data-once="">
      <Button variant="quiet">Gerar orçamento</Button>
      <span className="hint">
        Em PDF, com validade e um link que traz este carrinho de volta.
        {hasRenewals ? ' Renovações não entram no orçamento.' : null}
      </span>
    </PostForm>
  )
}

const columns: Column<CartItem>[] = [
  { key: 'name', label: 'Publicação', rowHeader: true, render: (item) => <NameCell item={item} /> },
  { key: 'quantity', label: 'Quantidade', render: (item) => <QuantityCell item={item} /> },
  { key: 'price', label: 'Preço', align: 'num', render: (item) => <PriceCell item={item} /> },
  { key: 'remove', label: 'Remover', align: 'actions', render: (item) => <RemoveCell item={item} /> },
]

function NameCell({ item }: { item: CartItem }) {
  const blocker = getUnavailableReason(item)
  return (
    <>
      {item.active ? (
        <a href={paths.publication(item.publicationId)} className="plain-title">
          <Unbroken text={item.name} />
        </a>
      ) : (
        <Unbroken text={item.name} />
      )}
      {item.renewal ? <span className="hint">{formatRenewal(item.renewal)}</span> : null}
      <span className="hint">{listKindLabels(item).join(' · ')}</span>
      {blocker ? <Notice tone="warn">{blockerLabels[blocker]}</Notice> : null}
    </>
  )
}

function QuantityCell({ item }: { item: CartItem }) {
  if (item.isDownload || item.renewal) return <>1</>
  return (
    <PostForm action={paths.cart()} id={`quantidade-${item.publicationId}`} data-enhance="">
      <input type="hidden" name="publication_id" value={item.publicationId} />
      <QuantityStepper
        quantity={item.quantity}
        minus={{
          id: `menos-${item.publicationId}`,
          name: 'quantity',
          value: String(item.quantity - 1),
          disabled: item.quantity <= 1,
          label: `Diminuir a quantidade de ${item.name}`,
        }}
        plus={{
          id: `mais-${item.publicationId}`,
          name: 'quantity',
          value: String(item.quantity + 1),
          disabled: item.quantity >= maxQuantity,
          label: `Aumentar a quantidade de ${item.name}`,
        }}
      />
    </PostForm>
  )
}

function PriceCell({ item }: { item: CartItem }) {
  return (
    <>
      <Money centavos={item.price * item.quantity} />
      {item.quantity > 1 ? (
        <span className="hint">
          <Money centavos={item.price} /> cada
        </span>
      ) : null}
    </>
  )
}

function RemoveCell({ item }: { item: CartItem }) {
  return (
    <PostForm action={paths.cart()} data-enhance="">
      {item.renewal ? (
        <input type="hidden" name="renewal_id" value={item.renewal.subscriptionId} />
      ) : (
        <input type="hidden" name="publication_id" value={item.publicationId} />
      )}
      <Button variant="quiet" name="quantity" value="0">
        Remover
        <span className="visually-hidden">{` ${formatLineName({ name: item.name, isRenewal: item.renewal !== null })}`}</span>
      </Button>
    </PostForm>
  )
}
