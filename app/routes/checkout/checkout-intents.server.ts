import type { CartOwner } from '#app/domain/checkout/cart.ts'
import { type AddressPrefix, fillAddress } from '#app/http/checkout/checkout-draft.server.ts'
import { lookUpCep } from '#app/http/checkout/postal-code.server.ts'
import { seeOther } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { Cart } from '#app/models/checkout/cart.server.ts'
import { setCartQuantity } from '#app/models/checkout/cart.server.ts'
import { saveDraft } from '#app/models/checkout/checkout-draft.server.ts'
import { paths } from '#app/paths.ts'

type Fields = Record<string, string>
type Step = { cart: Cart; owner: CartOwner; fields: Fields }
type IntentContext = Omit<Step, 'fields'> & { save: () => Promise<Fields> }

const intents = new Set(['quote', 'save', 'photo', 'saved', 'same', 'login', 'cep', 'more', 'fewer', 'drop'])

/**
 * Handles all buttons except the confirmation: freight, postal code, a photo, an aircraft of the fleet, one
 * copy more or fewer, saving, the login. Saves the draft first. Returns the redirect; undefined for the
 * confirmation, which saves no draft.
 */
export async function handleCheckoutIntent(
  intent: string,
  { save, ...context }: IntentContext,
): Promise<Response | undefined> {
  const [action = '', target = ''] = intent.split('.')
  if (!intents.has(action)) return undefined
  const step = { ...context, fields: await save() }
  if (action === 'quote') return seeOther(paths.checkout('frete'))
  if (action === 'save') return seeOther(paths.checkout('resumo'))
  if (action === 'photo') return seeOther(paths.checkout(getItemPart(target)))
  if (action === 'saved' || action === 'same') return seeOther(paths.checkout(getItemPart(target)))
  if (action === 'login') return seeOther(paths.login({ redirectTo: paths.checkout() }))
  if (action === 'cep') return fillFromCep(target === 'shipping' ? 'shipping' : 'billing', step)
  if (action === 'more' || action === 'fewer' || action === 'drop')
    return changeCopies(action, parseId(target), step)
  return undefined
}

const blockPattern = /^(?:foto-)?(\d+)-\d+$/

/** Returns the part of the page that contains the copy '62-1' or its photo, 'foto-62-1'. */
function getItemPart(block: string) {
  const id = parseId(blockPattern.exec(block)?.[1])
  return id === undefined ? 'publicacoes' : (`item-${id}` as const)
}

async function fillFromCep(prefix: AddressPrefix, { cart, fields }: Step): Promise<Response> {
  const part = prefix === 'billing' ? 'cobranca' : 'entrega'
  const lookUp = await lookUpCep(fields[`${prefix}.zip_code`] ?? '')
  if (typeof lookUp === 'string') return seeOther(paths.checkout(part, { cep: `${prefix}-${lookUp}` }))
  await saveDraft(cart.id, fillAddress(fields, prefix, lookUp))
  return seeOther(paths.checkout(part, { cep: `${prefix}-found` }))
}

/** Adds or removes a last copy. 'fewer' asks before it removes a copy with data; 'drop' does not (D22). */
async function changeCopies(action: 'more' | 'fewer' | 'drop', changedId: number | undefined, step: Step) {
  const { cart, owner, fields } = step
  const item = cart.items.find(({ publicationId, renewal }) => publicationId === changedId && !renewal)
  if (!item || item.isDownload) return seeOther(paths.checkout('publicacoes'))
  const part = `item-${item.publicationId}` as const
  if (action === 'more') {
    await setCartQuantity(owner, item.publicationId, item.quantity + 1)
    return seeOther(paths.checkout(part))
  }
  if (item.quantity <= 1) return seeOther(paths.checkout(part))
  const lastPrefix = `unit.${item.publicationId}-${item.quantity}.`
  const isFilled = Object.entries(fields).some(
    ([name, text]) => name.startsWith(lastPrefix) && text.trim() !== '',
  )
  if (action === 'fewer' && isFilled) return seeOther(paths.checkout(part, { remove: item.publicationId }))
  await saveDraft(cart.id, removeFields(fields, lastPrefix))
  await setCartQuantity(owner, item.publicationId, item.quantity - 1)
  return seeOther(paths.checkout(part))
}

function removeFields(fields: Fields, prefix: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith(prefix)))
}
