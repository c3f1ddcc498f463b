import { mayUse } from '#app/domain/accounts/colleagues.ts'
import type { CartOwner } from '#app/domain/checkout/cart.ts'
import { hasTooManyBlocks } from '#app/domain/platform/units.ts'
import { findCartOwner } from '#app/http/checkout/cart.server.ts'
import { blocksIn, draftFrom, savedFields } from '#app/http/checkout/checkout-draft.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { redirectWithFlash, seeOther } from '#app/http/flash.server.ts'
import type { SentForm } from '#app/http/multipart.server.ts'
import type { Account } from '#app/models/accounts/colleagues/acting.server.ts'
import { listActing } from '#app/models/accounts/colleagues/membership.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import { type Cart, findCart } from '#app/models/checkout/cart.server.ts'
import {
  type CheckoutDraft,
  findDraftByToken,
  findOrMakeDraft,
  readDraft,
  saveDraft,
} from '#app/models/checkout/checkout-draft.server.ts'
import { isMissingParent } from '#app/models/platform/db.server.ts'
import { paths } from '#app/paths.ts'
import { fillFromKnown } from '#app/routes/checkout/checkout-aircraft.server.ts'
import { redirectEmptyCart, redirectRepeated } from '#app/routes/checkout/checkout-answers.server.ts'
import { missingPhoto, readCheckoutForm, takePhotos } from '#app/routes/checkout/checkout-photos.server.ts'
import { messages } from '#app/text/platform/messages.ts'

/** The posted form, completed with known aircraft and photos. */
export type CheckoutPost = {
  form: FormData
  cart: Cart
  owner: CartOwner
  viewer: Account | undefined
  photoFaults: Record<string, string[]>
  /** stores the form in the cart's draft, valid or not, and returns the draft's fields */
  save: () => Promise<Record<string, string>>
}

/** Returns the form, or a redirect if it no longer belongs to the visitor's cart. */
export async function parseCheckout(
  args: RequestArgs,
  viewer: Account | undefined,
): Promise<CheckoutPost | Response> {
  const sent = await readCheckoutForm(args)
  const known = await findDraftByToken(String(sent.form.get('checkout_token') ?? ''))
  const elsewhere = known
    ? await leaveOtherAccount(sent, viewer, known.userId)
    : await redirectRepeated(args, sent.form, viewer)
  if (elsewhere) return elsewhere
  const owner = await findCartOwner(args)
  const cart = owner && (await findCart(owner))
  if (cart && hasTooManyBlocks(cart.items)) return seeOther(paths.cart())
  const draft = known?.cartId === cart?.id ? known?.draft : undefined
  const typed = cart && (await completeForm(cart, sent, viewer, draft))
  if (!owner || !cart || !typed)
    return (await redirectRepeated(args, sent.form, viewer)) ?? redirectEmptyCart(viewer)
  const photoFaults = { ...missingPhoto(sent), ...typed.photoFaults }
  return { form: sent.form, cart, owner, viewer, photoFaults, save: typed.save }
}

/** Saves the form to its own cart after the session ended (D47) or switched to another account (D92). */
async function leaveOtherAccount(
  sent: SentForm,
  account: Account | undefined,
  userId: number | null,
): Promise<Response | undefined> {
  if (userId === null || userId === account?.userId) return undefined
  const cart = !account || (await mayBuyFor(userId, account)) ? await findCart({ userId }) : undefined
  const typed = cart && (await completeForm(cart, sent, undefined))
  await typed?.save()
  if (account) return redirectWithFlash(paths.cart(), { tone: 'warn', text: messages.otherName })
  if (!cart) return undefined
  const login = paths.login({ redirectTo: paths.checkout() })
  return redirectWithFlash(login, { tone: 'warn', text: messages.sessionOver })
}

async function mayBuyFor(userId: number, { actorUserId }: Account): Promise<boolean> {
  if (userId === actorUserId) return true
  const companies = await listActing(actorUserId)
  return companies.some((company) => company.userId === userId && mayUse(company.role, 'purchase'))
}

/** Adds known aircraft and stores photos. Undefined if the cart was ordered or merged meanwhile. */
async function completeForm(cart: Cart, sent: SentForm, viewer: Viewer | undefined, draft?: CheckoutDraft) {
  await fillFromKnown(sent.form, cart, viewer)
  const blocks = blocksIn(sent.form)
  try {
    const { fields } = draft ?? (await findOrMakeDraft(cart.id))
    const photoFaults = await takePhotos(cart, sent, fields)
    return { photoFaults, save: () => saveForm(cart, sent.form, { viewer, blocks }) }
  } catch (error) {
    if (isMissingParent(error)) return undefined
    throw error
  }
}

type Known = { viewer: Viewer | undefined; blocks: ReturnType<typeof blocksIn> }

/** Reads the draft again, since another tab may have saved units that this form lacks. */
async function saveForm(cart: Cart, form: FormData, { viewer, blocks }: Known) {
  const { draft, profile } = await readDraft(cart.id, viewer?.profileId)
  const fields = draftFrom(form, savedFields(draft?.fields ?? {}, profile), blocks)
  await saveDraft(cart.id, fields)
  return fields
}
