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
import {
  makeOrderHref,
  parseOrderState,
  parseSubmittedOrder,
} from '#app/routes/admin/orders/new/internal-order.ts'
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

/** Loads a step. Forms redirect to the address of the next step, so reloading changes nothing. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const submittedState = parseSubmittedOrder(args.request.url)
  if (submittedState)
    throw redirect(makeOrderHref(submittedState, submittedState.isReview ? '' : 'publicacoes'))
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
  const isComplete = client && items.length > 0 && Object.keys(errors).length === 0
  if (!isComplete || typeof token !== 'string' || !checkoutTokenPattern.test(token))
    return replyWithRefusal({ code: 'form-stale' })
  const seenItems = items.map((item, index) => ({ ...item, seenValue: parseSeenValue(form, index) }))
  const today = toCivilDate(new Date())
  try {
    const confirmedRepeatId = parseId(form.get('repeats')) ?? null
    const order = { profileId: client.id, items: seenItems, token, actorUserId, today, confirmedRepeatId }
    const { orderId } = await placeInternalOrder(order)
    return redirectWithFlash(paths.admin.order(orderId), {
      tone: 'good',
      text: formatCreatedOrder(orderId, items),
    })
  } catch (error) {
    if (!(error instanceof OrderRefused)) throw error
    return replyWithRefusal(error.reason, formatInternalRefusal(error.reason))
  }
}

const checkoutTokenPattern = /^[0-9a-f]{32}$/

type RefusalReason = { code: string; orderId?: number | null }

function replyWithRefusal({ code, orderId }: RefusalReason, text: string = messages.pageStale) {
  const repeatedOrderId = code === 'just-ordered' ? orderId : null
  return data(
    { texts: [specTexts.orderNotCreated, text], isIncomplete: isClientIncomplete(code), repeatedOrderId },
    { status: 400 },
  )
}

/** Returns the price that the page showed, in centavos; -1 if the form contains no price. */
function parseSeenValue(form: FormData, index: number): number {
  const text = form.get(`seen.${index}`)
  return typeof text === 'string' && /^\d{1,10}$/.test(text) ? Number(text) : -1
}

function formatCreatedOrder(orderId: number, items: readonly { value: number }[]): string {
  const isFree = items.every(({ value }) => value === 0)
  return isFree
    ? `Pedido nº ${orderId} criado e liberado como cortesia.`
    : `Pedido nº ${orderId} criado. O boleto segue por e-mail.`
}

export default function CreateOrder() {
  const pageData = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const startHref = paths.admin.createOrder()
  const { client, state } = pageData
  return (
    <>
      <PageHeading title="Novo pedido interno" back={{ href: paths.admin.orders(), label: 'Pedidos' }} />
      {actionData ? <ErrorSummary messages={actionData.texts} /> : null}
      {client && actionData?.isIncomplete ? <IncompleteClient id={client.id} /> : null}
      {client ? (
        <>
          <ItemErrors {...pageData} />
          <ChosenClient client={client} changeHref={startHref} />
          <ItemsOrReview {...pageData} repeatedOrderId={actionData?.repeatedOrderId ?? null} />
        </>
      ) : (
        <ClientStep
          action={startHref}
          search={state.search}
          clients={pageData.clients}
          makeClientHref={(id) => makeOrderHref({ ...state, clientId: id, search: '' })}
          newClientHref={paths.admin.newUser('order')}
        />
      )}
    </>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

/** Shows the items to fill in or, if they are valid, the complete order to confirm. */
function ItemsOrReview({ repeatedOrderId, ...page }: Loaded & { repeatedOrderId: number | null }) {
  const { state, validatedItems, offers, publications, similarSearches, token } = page
  const errors = getReviewErrors(page)
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
  const getField = (index: number, fieldName: string) => {
    const name = getItemFieldName(index, fieldName)
    const texts: Readonly<Record<string, unknown>> = state.items[index] ?? {}
    const text = texts[fieldName]
    return { name, defaultValue: text ? String(text) : undefined, errors: errors[name] }
  }
  return (
    <ItemsStep
      action={paths.admin.createOrder()}
      clientId={state.clientId ?? 0}
      search={state.search}
      results={publications}
      suggestions={similarSearches}
      items={state.items}
      offers={offers}
      getField={getField}
    />
  )
}

function getReviewErrors({ state, validatedItems }: Loaded): Record<string, string[]> {
  return state.isReview ? validatedItems.errors : {}
}

function ItemErrors(page: Loaded) {
  const errors = getReviewErrors(page)
  if (Object.keys(errors).length === 0) return null
  return <ErrorSummary errors={errors} labels={listErrorLabels(errors, page)} />
}

/** Returns a label for each field with an error: the publication, then the name of the field. */
function listErrorLabels(errors: Readonly<Record<string, string[]>>, { state, offers }: Loaded) {
  return Object.fromEntries(
    Object.keys(errors).map((name) => {
      const [, index = '', fieldName = ''] = name.split('.')
      const offer = offers.find(({ id }) => id === state.items[Number(index)]?.publication)
      return [name, `${offer?.name ?? 'Publicação'}, ${itemLabels[fieldName] ?? fieldName}`]
    }),
  )
}
