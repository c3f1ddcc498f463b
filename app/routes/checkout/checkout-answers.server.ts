import type { Submission } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { z } from 'zod'
import type { CheckoutForm } from '#app/forms/checkout.ts'
import { isBuyerPassword } from '#app/http/authenticator.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { redirectWithFlash, seeOther } from '#app/http/flash.server.ts'
import { completeLogin } from '#app/http/session.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import type { Cart } from '#app/models/checkout/cart.server.ts'
import { findNewestOrderId } from '#app/models/orders/order.server.ts'
import {
  findOrderByToken,
  type OrderRefused,
  type PlacedOrder,
} from '#app/models/orders/order-placement.server.ts'
import { paths } from '#app/paths.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'
import { renewalBlockerLabels } from '#app/text/subscriptions/renewal-labels.ts'

/** Returns the payment page, or the page about the photo review (F51). */
export function getOrderedPath({ orderId, isUnderReview }: PlacedOrder): string {
  return isUnderReview ? paths.paymentReturn({ code: 200, order: orderId }) : paths.payment(orderId)
}

const HOUR_MS = 3_600_000

/** Redirects from an empty cart. Mentions an order of the last hour if an old page was opened. */
export async function redirectEmptyCart(viewer: Viewer | undefined): Promise<Response> {
  const orderId = viewer && (await findNewestOrderId(viewer.profileId, new Date(Date.now() - HOUR_MS)))
  if (orderId === undefined) return seeOther(paths.cart())
  const link = { href: paths.payment(orderId), label: `nº ${orderId}` }
  return redirectWithFlash(paths.cart(), { tone: 'good', text: messages.alreadyOrdered, link })
}

/** Redirects after a repeated form: its buyer to the order, others to the login. Undefined for a new form. */
export async function redirectRepeatedForm(args: RequestArgs, form: FormData, viewer: Viewer | undefined) {
  const knownOrder = await findOrderByToken(String(form.get('checkout_token') ?? ''))
  if (!knownOrder) return undefined
  const orderPath = getOrderedPath(knownOrder)
  if (viewer?.userId === knownOrder.userId) return seeOther(orderPath)
  const credentials = {
    email: String(form.get('buyer.email') ?? ''),
    password: String(form.get('buyer.password') ?? ''),
  }
  if (await isBuyerPassword(args, knownOrder.userId, credentials))
    return completeLogin(args, knownOrder.userId, orderPath)
  return seeOther(paths.login({ redirectTo: orderPath }))
}

/** Returns only the errors of photos because other fields may still be empty. */
export function replyWithPhotoFaults(form: FormData, photoFaults: Record<string, string[]>) {
  const reply = parseWithZod(form, { schema: z.object({}) }).reply({ hideFields: ['buyer.password'] })
  return { ...reply, initialValue: undefined, status: 'error' as const, error: photoFaults }
}

export function replyWithLimit(submission: Submission<CheckoutForm>, text: string) {
  return submission.reply({ hideFields: ['buyer.password'], formErrors: [specTexts.orderNotCreated, text] })
}

export function replyToHoneypot(submission: Submission<CheckoutForm>) {
  return replyWithLimit(submission, messages.orderNotTaken)
}

/** Replies without the sent texts, so that the page shows the stored ones. */
export function replyToStaleForm(submission: Submission<CheckoutForm>) {
  const reply = submission.reply({ hideFields: ['buyer.password'] })
  const error: Record<string, string[]> = { '': [specTexts.orderNotCreated, messages.formStale] }
  return { ...reply, initialValue: undefined, status: 'error' as const, error }
}

export function replyToOwned(submission: Submission<CheckoutForm>) {
  return submission.reply({ hideFields: ['buyer.password'], formErrors: [messages.ownedAlready] })
}

export function replyToRefusal(submission: Submission<CheckoutForm>, { reason }: OrderRefused, cart: Cart) {
  const hideFields = ['buyer.password']
  const replyAtField = (name: string, text: string, summary: string) =>
    submission.reply({ hideFields, fieldErrors: { [name]: [text] }, formErrors: [summary] })
  const replyAtItem = (key: string, text: string) => {
    const index = cart.items.findIndex((item) => item.key === key)
    return replyAtField(`seen[${index}].price`, text, specTexts.orderNotCreated)
  }
  switch (reason.code) {
    case 'email-taken':
      return replyAtField('buyer.email', messages.emailKnown, specTexts.profileNotCreated)
    case 'address-missing':
    case 'payer-incomplete':
      return submission.reply({
        hideFields,
        formErrors: [specTexts.profileNotUpdated, messages.payerIncomplete],
      })
    case 'price-changed':
      return replyAtItem(reason.itemKey, messages.priceChanged(formatReais(reason.price)))
    case 'not-renewable':
      return replyAtItem(reason.itemKey, renewalBlockerLabels[reason.blocker])
    case 'shipping-required':
      return replyAtField('shipping_service', messages.shippingRequired, specTexts.orderNotCreated)
    case 'shipping-changed':
      return replyAtField('shipping_service', messages.shippingChanged, specTexts.orderNotCreated)
    case 'total-too-high':
      return submission.reply({ hideFields, formErrors: [specTexts.orderNotCreated, messages.totalTooHigh] })
    case 'just-ordered':
      return replyAtField('repeats', messages.justOrdered(reason.orderId), specTexts.orderNotCreated)
    case 'photo-gone':
      return submission.reply({ hideFields, formErrors: [specTexts.orderNotCreated, messages.photoGone] })
    case 'below-minimum': {
      const text = messages.belowMinimum(formatReais(reason.minimum))
      return submission.reply({ hideFields, formErrors: [specTexts.orderNotCreated, text] })
    }
    case 'not-sellable':
      return submission.reply({ hideFields, formErrors: [specTexts.orderNotCreated, messages.notSellable] })
    case 'cart-empty':
    case 'form-stale':
      return submission.reply({ hideFields, formErrors: [specTexts.orderNotCreated, messages.formStale] })
  }
}
