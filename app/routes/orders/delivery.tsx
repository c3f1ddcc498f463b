import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { formatCep } from '#app/domain/accounts/cep.ts'
import { addressSchema } from '#app/forms/address.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { type FillResult, fillAddressFromCep } from '#app/http/checkout/account-addresses.server.ts'
import { readCepIntent } from '#app/http/checkout/cep-intent.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { setRetryAfter } from '#app/http/retry-after.server.ts'
import { requireAccount } from '#app/http/session.server.ts'
import type { Address } from '#app/models/accounts/address.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { findOwnDelivery } from '#app/models/shipments/own-delivery.server.ts'
import { paths } from '#app/paths.ts'
import { saveDelivery } from '#app/routes/orders/delivery-freight.server.ts'
import { formatPlaceLine, formatStreetLine } from '#app/text/accounts/address-labels.ts'
import { messages } from '#app/text/platform/messages.ts'
import { deliveryLabels } from '#app/text/shipments/delivery-labels.ts'
import { formatDeliveryRequested, ownDeliveryTexts } from '#app/text/shipments/own-delivery-labels.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { AddressFields } from '#app/ui/forms/address-fields.tsx'
import { EnterButton } from '#app/ui/forms/enter-button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'

export const handle: PageHandle<Loaded> = { title: ({ id }) => `Endereço de entrega: pedido nº ${id}` }

const deliverySchema = z.object({ shipping: addressSchema, lock_version: z.number().int() })

/** Data for the form after an error or a look-up. */
type DeliveryReply = { result?: SubmissionResult<string[]>; fillResult?: FillResult }

export async function loader(args: LoaderFunctionArgs) {
  const { profileId } = await requireAccount(args, 'purchase')
  const orderId = parseId(args.params.id) ?? notFound()
  const { id, way, lock_version, address } = (await findOwnDelivery({ orderId, profileId })) ?? notFound()
  return {
    id,
    way,
    lock_version,
    currentAddress: address ? formatAddress(address) : null,
    texts: getDeliveryTexts(address),
  }
}

/** Corrects the delivery of the customer's own order, immediately or by a request to staff (D185). */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireAccount(args, 'purchase')
  const orderId = parseId(args.params.id) ?? notFound()
  if (!(await findOwnDelivery({ orderId, profileId: viewer.profileId }))) return notFound()
  const form = await readForm(args.request)
  if (readCepIntent(form) === 'shipping')
    return data<DeliveryReply>({ fillResult: await fillAddressFromCep(form, 'shipping') })
  const submission = parseWithZod(form, { schema: deliverySchema })
  if (submission.status !== 'success')
    return data<DeliveryReply>({ result: submission.reply() }, { status: 400 })
  const { shipping: newAddress, lock_version: seenVersion } = submission.value
  const reject = (faults: Parameters<typeof submission.reply>[0], status: number) =>
    data<DeliveryReply>({ result: submission.reply(faults) }, { status })
  try {
    const customer = { ...viewer, address: args.context.clientAddress ?? '' }
    const saveOutcome = await saveDelivery({ orderId, to: newAddress, seenVersion }, customer)
    if (saveOutcome === 'unknown') return notFound()
    // The limit of requests, with the time of the next attempt.
    if (typeof saveOutcome === 'object')
      return reject({ formErrors: [messages.tooManyMessages(setRetryAfter(args.context, saveOutcome))] }, 429)
    if (saveOutcome === 'unchanged')
      return reject({ fieldErrors: { 'shipping.zip_code': [ownDeliveryTexts.unchanged] } }, 400)
    return redirectWithFlash(paths.order(orderId), describeOutcome(saveOutcome))
  } catch (error) {
    if (!(error instanceof StaleRecordError)) throw error
    return reject({ formErrors: [ownDeliveryTexts.outdated] }, 409)
  }
}

/** Returns the message about an outcome. A number is that of a request to staff, which this creates. */
function describeOutcome(outcome: number | 'changed' | 'not-possible' | 'account-changed') {
  if (typeof outcome === 'number') return { tone: 'good', text: formatDeliveryRequested(outcome) } as const
  return outcome === 'changed'
    ? ({ tone: 'good', text: ownDeliveryTexts.corrected } as const)
    : ({ tone: 'warn', text: ownDeliveryTexts.notPossible } as const)
}

function formatAddress(address: Address): string {
  return `${formatStreetLine(address)}, ${formatPlaceLine(address, address.zip_code)}`
}

/** Returns the values of the form by field name, such as 'shipping.city'. */
function getDeliveryTexts(address: Address | undefined): Record<string, string> {
  if (!address) return {}
  const { zip_code, street, number, complement, province, city, state } = address
  const texts = {
    zip_code: zip_code && formatCep(zip_code),
    street,
    number,
    complement,
    province,
    city,
    state,
  }
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [`shipping.${name}`, text]))
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Delivery() {
  const order = useLoaderData<typeof loader>()
  const { result, fillResult } = useActionData<DeliveryReply>() ?? {}
  const field = makeFieldTextReader(result, fillResult?.fields ?? order.texts)
  const orderHref = paths.order(order.id)
  return (
    <div className="narrow">
      <PageHeading
        title="Corrigir endereço de entrega"
        back={{ href: orderHref, label: `Pedido nº ${order.id}` }}
      />
      {order.way === 'closed' ? (
        <>
          <Notice tone="info">{ownDeliveryTexts.notPossible}</Notice>
          <p>
            <a href={paths.contact()}>Fale conosco</a>
          </p>
        </>
      ) : (
        <>
          {field.hasErrors ? (
            <ErrorSummary messages={field.formErrors} errors={field.errors} labels={deliveryLabels} />
          ) : null}
          <SummaryList rows={[{ key: 'Agora', value: order.currentAddress ?? '-' }]} />
          <PostForm action={paths.orderDelivery(order.id)} noValidate className="stack" data-once="">
            <EnterButton>Corrigir</EnterButton>
            <input type="hidden" name="lock_version" value={order.lock_version} />
            <h2>Novo endereço</h2>
            <AddressFields prefix="shipping" field={field.getField} cepNote={fillResult?.notes.shipping} />
            <p>{order.way === 'at-once' ? ownDeliveryTexts.atOnce : ownDeliveryTexts.asked}</p>
            <div className="actions">
              <Button variant="main">Corrigir o endereço</Button>
              <LinkButton href={orderHref}>Voltar</LinkButton>
            </div>
          </PostForm>
        </>
      )}
    </div>
  )
}
