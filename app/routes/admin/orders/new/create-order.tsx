import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { getItemFieldName, validateItems } from '#app/forms/internal-order.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { makeCheckoutToken } from '#app/models/checkout/checkout-draft.server.ts'
import { placeInternalOrder } from '#app/models/orders/internal-order.server.ts'
import { OrderRefused } from '#app/models/orders/order-placement.server.ts'
import { paths } from '#app/paths.ts'
import { loadInternalOrder } from '#app/routes/admin/orders/new/internal-order.server.ts'
import { makeOrderHref, parseOrderState, readSentOrder } from '#app/routes/admin/orders/new/internal-order.ts'
import {
  ChosenClient,
  ClientStep,
  IncompleteClient,
} from '#app/routes/admin/orders/new/internal-order-client.tsx'
import { ItemsStep } from '#app/routes/admin/orders/new/internal-order-items.tsx'
import { ReviewStep } from '#app/routes/admin/orders/new/internal-order-review.tsx'
import {
  formatInternalRefusal,
  isClientIncomplete,
  itemLabels,
} from '#app/text/orders/internal-order-labels.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Novo pedido interno', section: 'orders', help: 'pedido-interno' }

/** Loads a step. Each has its own address to which a submitted form redirects, so reloading changes nothing. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const sentOrder = readSentOrder(args.request.url)
  if (sentOrder) throw redirect(makeOrderHref(sentOrder, sentOrder.isReview ? '' : 'publicacoes'))
  const state = parseOrderState(args.request.url)
  const step = await loadInternalOrder(state)
  return {
    ...step,
    state,
    validatedItems: validateItems(state.items, step.offers),
    token: makeCheckoutToken(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { userId: actorUserId } = await requireStaff(args)
  const state = parseOrderState(args.request.url)
  const form = await readForm(args.request)
  const token = form.get('token')
  const { client, offers } = await loadInternalOrder(state)
  const { items, errors } = validateItems(state.items, offers)
  const isWhole = client && items.length > 0 && Object.keys(errors).length === 0
  if (!isWhole || typeof token !== 'string' || !/^[0-9a-f]{32}$/.test(token))
    return rejectOrder({ code: 'form-stale' })
  const seenItems = items.map((item, index) => ({ ...item, seenValue: parseSeenValue(form, index) }))
  const today = toCivilDate(new Date())
  try {
    const confirmedRepeatId = parseId(form.get('repeats')) ?? null
    const order = { profileId: client.id, items: seenItems, token, actorUserId, today, confirmedRepeatId }
    const { orderId } = await placeInternalOrder(order)
    return redirectWithFlash(paths.admin.order(orderId), { tone: 'good', text: formatMade(orderId, items) })
  } catch (error) {
    if (!(error instanceof OrderRefused)) throw error
    return rejectOrder(error.reason, formatInternalRefusal(error.reason))
  }
}

type Reason = { code: string; orderId?: number | null }

function rejectOrder({ code, orderId }: Reason, text: string = messages.pageStale) {
  const repeatedOrderId = code === 'just-ordered' ? orderId : null
  return data(
    { texts: [specTexts.orderNotCreated, text], isIncomplete: isClientIncomplete(code), repeatedOrderId },
    { status: 400 },
  )
}

function parseSeenValue(form: FormData, index: number): number {
  const text = form.get(`seen.${index}`)
  return typeof text === 'string' && /^\d{1,10}$/.test(text) ? Number(text) : -1
}

function formatMade(orderId: number, items: readonly { value: number }[]): string {
  const isFree = items.every(({ value }) => value === 0)
  return isFree
    ? `Pedido nº ${orderId} criado e liberado como cortesia.`
    : `Pedido nº ${orderId} criado. O boleto segue por e-mail.`
}

export default function CreateOrder() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const base = paths.admin.createOrder()
  const { client, state } = page
  return (
    <>
      <PageHeading title="Novo pedido interno" back={{ href: paths.admin.orders(), label: 'Pedidos' }} />
      {answer ? <ErrorSummary messages={answer.texts} /> : null}
      {client && answer?.isIncomplete ? <IncompleteClient id={client.id} /> : null}
      {client ? (
        <>
          <ItemErrors {...page} />
          <ChosenClient client={client} change={base} />
          <Items {...page} repeatedOrderId={answer?.repeatedOrderId ?? null} />
        </>
      ) : (
        <ClientStep
          action={base}
          search={state.search}
          clients={page.clients}
          choose={(id) => makeOrderHref({ ...state, client: id, search: '' })}
          newClient={paths.admin.newUser('order')}
        />
      )}
    </>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

/** Shows the items to fill in or, if they are valid, the complete order to confirm. */
function Items({ repeatedOrderId, ...page }: Loaded & { repeatedOrderId: number | null }) {
  const { state, validatedItems, offers, found, near, token } = page
  const errors = listErrors(page)
  if (state.isReview && Object.keys(errors).length === 0)
    return (
      <ReviewStep
        action={makeOrderHref(state)}
        back={makeOrderHref({ ...state, isReview: false }, 'itens')}
        token={token}
        repeatedOrderId={repeatedOrderId}
        items={validatedItems.items}
        offers={offers}
      />
    )
  return (
    <ItemsStep
      action={paths.admin.createOrder()}
      client={state.client ?? 0}
      search={state.search}
      results={found}
      suggestions={near}
      items={state.items}
      offers={offers}
      field={(index, field) => {
        const name = getItemFieldName(index, field)
        const text = Object.entries(state.items[index] ?? {}).find(([key]) => key === field)?.[1]
        return { name, defaultValue: text ? String(text) : undefined, errors: errors[name] }
      }}
    />
  )
}

function listErrors({ state, validatedItems }: Loaded): Record<string, string[]> {
  return state.isReview ? validatedItems.errors : {}
}

function ItemErrors(page: Loaded) {
  const errors = listErrors(page)
  if (Object.keys(errors).length === 0) return null
  return <ErrorSummary errors={errors} labels={listLabels(errors, page)} />
}

/** Returns labels of fields: the publication, then the name of the field. */
function listLabels(errors: Readonly<Record<string, string[]>>, { state, offers }: Loaded) {
  return Object.fromEntries(
    Object.keys(errors).map((name) => {
      const [, index = '', field = ''] = name.split('.')
      const offer = offers.find(({ id }) => id === state.items[Number(index)]?.publication)
      return [name, `${offer?.name ?? 'Publicação'}, ${itemLabels[field] ?? field}`]
    }),
  )
}
