import { fillFromKnown } from '#app/http/checkout/checkout-aircraft.server.ts'
import { blocksIn, draftFrom, savedFields } from '#app/http/checkout/checkout-draft.server.ts'
import { takePhotos } from '#app/http/checkout/checkout-photos.server.ts'
import type { SentForm } from '#app/http/multipart.server.ts'
import { findCheckoutProfile, type Viewer } from '#app/models/accounts/user.server.ts'
import type { Cart } from '#app/models/checkout/cart.server.ts'
import { findOrMakeDraft, saveDraft } from '#app/models/checkout/checkout-draft.server.ts'
import { isMissingParent } from '#app/models/platform/db.server.ts'

export type Kept = { fields: Record<string, string>; photoFaults: Record<string, string[]> }

/** Valid or not. Undefined when the cart was ordered or merged meanwhile. */
export async function saveTypedDraft(
  cart: Cart,
  sent: SentForm,
  viewer: Viewer | undefined,
): Promise<Kept | undefined> {
  const [draft, profile] = await Promise.all([
    findOrMakeDraft(cart.id),
    viewer && findCheckoutProfile(viewer.profileId),
  ])
  await fillFromKnown(sent.form, cart, viewer)
  const before = savedFields(draft.fields, profile)
  const blocks = blocksIn(sent.form)
  try {
    const photoFaults = await takePhotos(cart, sent, before)
    const fields = draftFrom(sent.form, before, blocks)
    await saveDraft(cart.id, fields)
    return { fields, photoFaults }
  } catch (error) {
    if (isMissingParent(error)) return undefined
    throw error
  }
}
