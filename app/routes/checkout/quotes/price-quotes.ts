import type { ActionFunctionArgs } from '@remix-run/node'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import type { ShopRules } from '#app/domain/settings/shop.ts'
import { findCartOwner } from '#app/http/checkout/cart.server.ts'
import { getSavedFields } from '#app/http/checkout/checkout-draft.server.ts'
import { calculateFreight } from '#app/http/checkout/freight.server.ts'
import { redirectWithFlash, seeOther } from '#app/http/flash.server.ts'
import { setRetryAfter } from '#app/http/retry-after.server.ts'
import { getAccount } from '#app/http/session.server.ts'
import { countAttempt } from '#app/models/accounts/rate-limit.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import { type Cart, findCart } from '#app/models/checkout/cart.server.ts'
import { readDraft } from '#app/models/checkout/checkout-draft.server.ts'
import { createPriceQuote } from '#app/models/checkout/price-quote.server.ts'
import { getShopRules } from '#app/models/settings/setting.server.ts'
import { paths } from '#app/paths.ts'
import { messages } from '#app/text/platform/messages.ts'

/** Redirects to the cart: this address is only for a POST. */
export function loader() {
  return seeOther(paths.cart())
}

/** Creates a quote of the cart, also for visitors (D86). */
export async function action(args: ActionFunctionArgs) {
  const viewer = await getAccount(args, 'purchase')
  const [owner, rules] = await Promise.all([findCartOwner(args), getShopRules()])
  const cart = owner && (await findCart(owner))
  if (!cart) return seeOther(paths.cart())
  const address = args.context.clientAddress ?? ''
  const tooManyAttempts = await countAttempt('price-quote', { address, email: '' })
  if (tooManyAttempts) {
    const text = messages.tooManyQuotes(setRetryAfter(args.context, tooManyAttempts))
    return redirectWithFlash(paths.cart(), { tone: 'warn', text })
  }
  const freight = await findChosenFreight(cart, viewer, rules)
  const { handlingDays, quoteDays: validDays } = rules
  const today = toCivilDate(new Date())
  const token = await createPriceQuote({
    cart,
    freight,
    handlingDays,
    validDays,
    today,
    account: viewer ?? null,
  })
  return seeOther(token === undefined ? paths.cart() : paths.priceQuote(token))
}

/** Returns the freight chosen in the checkout, if it is still offered. */
async function findChosenFreight(cart: Cart, viewer: Viewer | undefined, rules: ShopRules) {
  const { draft, profile } = await readDraft(cart.id, viewer?.profileId)
  const fields = getSavedFields(draft?.fields ?? {}, profile)
  const items = cart.items.filter((item) => !item.renewal && item.active)
  const { freight } = await calculateFreight(fields, items, rules)
  const option = freight?.find(({ service, days }) => service === fields.shipping_service && days !== null)
  return option ?? null
}
