import type { Submission, SubmissionResult } from '@conform-to/react'
import { calculateTotals } from '#app/domain/catalogue/pricing.ts'
import { makeItemKey } from '#app/domain/checkout/cart.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { limitOrder } from '#app/http/checkout/checkout-limits.server.ts'
import {
  type CartReason,
  findCartReason,
  listOwnUnits,
  startRenewal,
} from '#app/http/checkout/renewal.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { redirectWithFlash, seeOther } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { Account } from '#app/models/accounts/colleagues/acting.server.ts'
import { findCheckoutProfile, type Viewer } from '#app/models/accounts/user.server.ts'
import { addRenewalsToCart } from '#app/models/checkout/cart.server.ts'
import { makeCheckoutToken } from '#app/models/checkout/checkout-draft.server.ts'
import { OrderRefused, placeRenewals } from '#app/models/orders/order-placement.server.ts'
import { findMissedMinimum, getShopRules } from '#app/models/settings/setting.server.ts'
import { maxRenewals, type RenewalUnit } from '#app/models/subscriptions/renewal.server.ts'
import { paths } from '#app/paths.ts'
import type { RenewalForm } from '#app/routes/subscriptions/renewal-schema.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'
import { renewalBlockerLabels } from '#app/text/subscriptions/renewal-labels.ts'

/** Parses the subscription ids of an address or form, without repeats, up to the maximum of one renewal. */
export function parseSubscriptionIds(values: Iterable<FormDataEntryValue>): number[] {
  const ids = [...values].flatMap((value) => parseId(value) ?? [])
  return [...new Set(ids)].slice(0, maxRenewals)
}

export type { CartReason }

/** Returns renewable units, others with reasons, and the sum. Throws 404 for other customers' units (D49). */
export async function loadRenewalReview(viewer: Viewer, ids: readonly number[]) {
  const [units, profile, rules] = await Promise.all([
    listOwnUnits(viewer, ids),
    findCheckoutProfile(viewer.profileId),
    getShopRules(),
  ])
  const renewable = units.filter(({ blocker }) => blocker === null).map(toRenewalItem)
  const { total } = calculateTotals(renewable, 0)
  return {
    token: makeCheckoutToken(),
    ids,
    renewable,
    notRenewable: units.filter(({ blocker }) => blocker !== null),
    total,
    minimum: await findMissedMinimum(total),
    cartReason: findCartReason(renewable, profile),
    billing: profile.billing ?? null,
    payer: (profile.isCompany && profile.companyName) || profile.name,
    boletoDueDays: rules.boletoDueDays,
  }
}

export type RenewalReview = Awaited<ReturnType<typeof loadRenewalReview>>

type Confirmation = {
  context: RequestArgs['context']
  viewer: Account
  ids: readonly number[]
  form: FormData
  submission: Submission<RenewalForm>
}

/** A confirmation without an order: the form with errors, and the response's status. */
type RejectedRenewal = { status: 400 | 429; result: SubmissionResult<string[]> }

/**
 * Replies to a confirmation: redirects to the payment of the order, or to the checkout if freight or data are
 * missing; otherwise returns the form with errors.
 */
export async function redirectRenewal(confirmation: Confirmation): Promise<Response | RejectedRenewal> {
  const { viewer, ids, form, submission } = confirmation
  const step = await startRenewal(viewer, ids, String(form.get('token') ?? ''))
  if ('orderId' in step) return seeOther(paths.payment(step.orderId))
  if ('faults' in step) return rejectForm(submission.reply({ formErrors: step.faults }))
  if (step.cartReason) {
    await addRenewalsToCart(viewer.userId, step.units)
    return redirectWithFlash(paths.checkout(), { tone: 'good', text: messages.renewalsInCart })
  }
  return submission.status === 'success'
    ? placeRenewalOrder(confirmation, submission.value)
    : rejectForm(submission.reply())
}

function rejectForm(result: SubmissionResult<string[]>): RejectedRenewal {
  return { status: 400, result }
}

const renewalKeyPrefix = 'r'

async function placeRenewalOrder(
  { context, viewer, ids, submission }: Confirmation,
  { token, terms, price = {} }: RenewalForm,
): Promise<Response | RejectedRenewal> {
  const limitText = await limitOrder(context, viewer, token)
  if (limitText)
    return {
      status: 429,
      result: submission.reply({ formErrors: [specTexts.orderNotCreated, limitText] }),
    }
  const seenPrices = new Map<number, number>()
  for (const [itemKey, seenPrice] of Object.entries(price))
    seenPrices.set(Number(itemKey.slice(renewalKeyPrefix.length)), seenPrice)
  try {
    const { orderId } = await placeRenewals({
      userId: viewer.userId,
      profileId: viewer.profileId,
      actorUserId: viewer.actorUserId,
      subscriptionIds: ids,
      checkoutToken: token,
      termsVersion: terms,
      seenPrices,
      today: toCivilDate(new Date()),
    })
    return seeOther(paths.payment(orderId))
  } catch (error) {
    if (!(error instanceof OrderRefused)) throw error
    const rejectionReply = makeRejectionReply(error, { submission, ids })
    return rejectionReply instanceof Response ? rejectionReply : rejectForm(rejectionReply)
  }
}

/**
 * Returns the form with the reason of the rejection. If the only unit already has an open renewal order,
 * returns a redirect to its payment.
 */
function makeRejectionReply(
  { reason }: OrderRefused,
  { submission, ids }: Pick<Confirmation, 'submission' | 'ids'>,
): Response | SubmissionResult<string[]> {
  const replyAtForm = (text: string) => submission.reply({ formErrors: [specTexts.orderNotCreated, text] })
  switch (reason.code) {
    case 'not-renewable':
      return reason.orderId !== null && ids.length === 1
        ? seeOther(paths.payment(reason.orderId))
        : replyAtForm(renewalBlockerLabels[reason.blocker])
    case 'price-changed':
      return submission.reply({
        formErrors: [specTexts.orderNotCreated],
        fieldErrors: { [`price.${reason.itemKey}`]: [messages.priceChanged(formatReais(reason.price))] },
      })
    case 'below-minimum':
      return replyAtForm(messages.belowMinimum(formatReais(reason.minimum)))
    case 'total-too-high':
      return replyAtForm(messages.totalTooHigh)
    case 'payer-incomplete':
      return replyAtForm(messages.payerIncomplete)
    default:
      return replyAtForm(messages.pageStale)
  }
}

function toRenewalItem(unit: RenewalUnit) {
  const { id, publicationId } = unit
  return { ...unit, key: makeItemKey(publicationId, id), price: unit.renewalPrice ?? 0, quantity: 1 }
}
