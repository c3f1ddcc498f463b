import { fillFromKnown } from '#app/http/checkout/checkout-aircraft.server.ts'
import { blocksIn, draftFrom, savedFields } from '#app/http/checkout/checkout-draft.server.ts'
import { takePhotos } from '#app/http/checkout/checkout-photos.server.ts'
import type { SentForm } from '#app/http/multipart.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import type { Cart } from '#app/models/checkout/cart.server.ts'
import {
  type CheckoutDraft,
  findOrMakeDraft,
  readDraft,
  saveDraft,
} from '#app/models/checkout/checkout-draft.server.ts'
import { isMissingParent } from '#app/models/platform/db.server.ts'

export type Typed = {
  photoFaults: Record<string, string[]>
  /** Into the draft, valid or not; returns what it then holds. */
  save: () => Promise<Record<string, string>>
}

/** Without saving it; `draft` is the cart's, if known. Undefined when the cart was ordered or merged meanwhile. */
export async function takeTyped(
  cart: Cart,
  sent: SentForm,
  viewer: Viewer | undefined,
  draft?: CheckoutDraft,
): Promise<Typed | undefined> {
  await fillFromKnown(sent.form, cart, viewer)
  const blocks = blocksIn(sent.form)
  try {
    const { fields } = draft ?? (await findOrMakeDraft(cart.id))
    const photoFaults = await takePhotos(cart, sent, fields)
    return { photoFaults, save: () => saveTyped(cart, sent.form, { viewer, blocks }) }
  } catch (error) {
    if (isMissingParent(error)) return undefined
    throw error
  }
}

type Known = { viewer: Viewer | undefined; blocks: ReturnType<typeof blocksIn> }

/** Read again just before: another tab may have saved what this form does not have. */
async function saveTyped(cart: Cart, form: FormData, { viewer, blocks }: Known) {
  const { draft, profile } = await readDraft(cart.id, viewer?.profileId)
  const fields = draftFrom(form, savedFields(draft?.fields ?? {}, profile), blocks)
  await saveDraft(cart.id, fields)
  return fields
}

/** What became no order stays typed, also where something failed. */
export async function savedUnlessOrdered<Answer>(confirmed: Promise<Answer>, save: () => Promise<unknown>) {
  const answer = await confirmed.catch(async (error) => {
    await save().catch(() => undefined)
    throw error
  })
  if (!(answer instanceof Response)) await save()
  return answer
}
