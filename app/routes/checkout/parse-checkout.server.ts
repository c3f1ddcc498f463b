import { canUse } from '#app/domain/accounts/colleagues.ts'
import type { CartOwner } from '#app/domain/checkout/cart.ts'
import { hasTooManyBlocks } from '#app/domain/platform/units.ts'
import { findCartOwner } from '#app/http/checkout/cart.server.ts'
import { getSavedFields, listFormBlocks, makeDraft } from '#app/http/checkout/checkout-draft.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { redirectWithFlash, seeOther } from '#app/http/flash.server.ts'
import type { SentForm } from '#app/http/multipart.server.ts'
import type { Account } from '#app/models/accounts/colleagues/acting.server.ts'
import { listActingMemberships } from '#app/models/accounts/colleagues/membership.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import { type Cart, findCart } from '#app/models/checkout/cart.server.ts'
import {
  type CheckoutDraft,
  findDraftByToken,
  findOrCreateDraft,
  readDraft,
  saveDraft,
} from '#app/models/checkout/checkout-draft.server.ts'
import { isMissingParent } from '#app/models/platform/db.server.ts'
import { paths } from '#app/paths.ts'
import { fillKnownAircraft } from '#app/routes/checkout/checkout-aircraft.server.ts'
import { redirectEmptyCart, redirectRepeatedForm } from '#app/routes/checkout/checkout-answers.server.ts'
import {
  findMissingPhoto,
  readCheckoutForm,
  storePhotos,
} from '#app/routes/checkout/checkout-photos.server.ts'
import { messages } from '#app/text/platform/messages.ts'

/** The form that was sent, completed with known aircraft and photos. */
export type CheckoutPost = {
  form: FormData
  cart: Cart
  owner: CartOwner
  viewer: Account | undefined
  photoFaults: Record<string, string[]>
  /** stores the form in the cart's draft, even if invalid, and returns the draft's fields */
  save: () => Promise<Record<string, string>>
}

/** Returns the form, or a redirect if the form no longer belongs to the visitor's cart. */
export async function parseCheckout(
  args: RequestArgs,
  viewer: Account | undefined,
): Promise<CheckoutPost | Response> {
  const sentForm = await readCheckoutForm(args)
  const knownDraft = await findDraftByToken(String(sentForm.form.get('checkout_token') ?? ''))
  const otherRedirect = knownDraft
    ? await redirectOtherAccount(sentForm, viewer, knownDraft.userId)
    : await redirectRepeatedForm(args, sentForm.form, viewer)
  if (otherRedirect) return otherRedirect
  const owner = await findCartOwner(args)
  const cart = owner && (await findCart(owner))
  if (cart && hasTooManyBlocks(cart.items)) return seeOther(paths.cart())
  const draft = knownDraft?.cartId === cart?.id ? knownDraft?.draft : undefined
  const typedForm = cart && (await completeForm(cart, sentForm, { viewer, draft }))
  if (!owner || !cart || !typedForm)
    return (await redirectRepeatedForm(args, sentForm.form, viewer)) ?? redirectEmptyCart(viewer)
  const photoFaults = { ...findMissingPhoto(sentForm), ...typedForm.photoFaults }
  return { form: sentForm.form, cart, owner, viewer, photoFaults, save: typedForm.save }
}

/**
 * Redirects a form whose session ended (D47) or now has another account (D92), after saving the form in its
 * own cart. Returns undefined for the account's own form.
 */
async function redirectOtherAccount(
  sentForm: SentForm,
  account: Account | undefined,
  userId: number | null,
): Promise<Response | undefined> {
  if (userId === null || userId === account?.userId) return undefined
  const cart = !account || (await mayBuyFor(userId, account)) ? await findCart({ userId }) : undefined
  const typedForm = cart && (await completeForm(cart, sentForm, { viewer: undefined, draft: undefined }))
  await typedForm?.save()
  if (account) return redirectWithFlash(paths.cart(), { tone: 'warn', text: messages.otherName })
  if (!cart) return undefined
  const loginPath = paths.login({ redirectTo: paths.checkout() })
  return redirectWithFlash(loginPath, { tone: 'warn', text: messages.sessionOver })
}

async function mayBuyFor(userId: number, { actorUserId }: Account): Promise<boolean> {
  if (userId === actorUserId) return true
  const companies = await listActingMemberships(actorUserId)
  return companies.some((company) => company.userId === userId && canUse(company.role, 'purchase'))
}

/** Adds known aircraft and stores photos. Returns undefined if the cart was ordered or merged meanwhile. */
async function completeForm(
  cart: Cart,
  sentForm: SentForm,
  { viewer, draft }: { viewer: Viewer | undefined; draft: CheckoutDraft | undefined },
) {
  await fillKnownAircraft(sentForm.form, cart, viewer)
  const blocks = listFormBlocks(sentForm.form)
  try {
    const { fields } = draft ?? (await findOrCreateDraft(cart.id))
    const photoFaults = await storePhotos(cart, sentForm, fields)
    return { photoFaults, save: () => saveForm(cart, sentForm.form, { viewer, blocks }) }
  } catch (error) {
    if (isMissingParent(error)) return undefined
    throw error
  }
}

type SaveContext = { viewer: Viewer | undefined; blocks: ReturnType<typeof listFormBlocks> }

/** Saves the form. Reads the draft again because another tab may have added copies. */
async function saveForm(cart: Cart, form: FormData, { viewer, blocks }: SaveContext) {
  const { draft, profile } = await readDraft(cart.id, viewer?.profileId)
  const fields = makeDraft(form, getSavedFields(draft?.fields ?? {}, profile), blocks)
  await saveDraft(cart.id, fields)
  return fields
}
