import { normaliseForeignRegistration, normaliseRegistration } from '#app/domain/accounts/aircraft.ts'
import { listUnitBlocks } from '#app/domain/platform/units.ts'
import { type Aircraft, listFleet, listOrderedAircraft } from '#app/models/accounts/aircraft.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import type { Cart } from '#app/models/checkout/cart.server.ts'

type OfferedAircraft = Omit<Aircraft, 'fuel'> & { fuel: number; isKept: boolean }

/** Returns the customer's fleet, then aircraft of earlier orders; empty if no item needs one. */
export async function listOfferedAircraft(cart: Cart, viewer: Viewer | undefined) {
  const knownAircraft = await listKnownAircraft(cart, viewer)
  return knownAircraft.map(({ registration, nickname, isKept }) => ({ registration, nickname, isKept }))
}

/** Fills in the aircraft of the preceding unit on the page, for the button "Mesma aeronave da anterior". */
function copyFromPrevious(form: FormData, keys: readonly string[]): void {
  const index = keys.findIndex((key) => form.get('intent') === `same.${key}`)
  const source = keys[index - 1]
  const target = keys[index]
  if (source === undefined || target === undefined) return
  for (const name of ['prefix', 'serial', 'fuel', 'foreign']) {
    const value = form.get(`unit.${source}.${name}`)
    if (value === null) form.delete(`unit.${target}.${name}`)
    else form.set(`unit.${target}.${name}`, value)
  }
}

/**
 * Fills in blank fields from the known aircraft that was selected or whose registration was typed; the typed
 * registration takes precedence. The button "Usar" replaces all fields by those of the selected aircraft.
 */
export async function fillKnownAircraft(
  form: FormData,
  cart: Cart,
  viewer: Viewer | undefined,
): Promise<void> {
  const knownAircraft = await listKnownAircraft(cart, viewer)
  const blocks = listUnitBlocks(cart.items).filter((block) => block.needsAircraft)
  copyFromPrevious(
    form,
    blocks.map(({ key }) => key),
  )
  for (const { key } of blocks) {
    fillBlock(form, key, knownAircraft)
    form.delete(`unit.${key}.saved`)
  }
}

async function listKnownAircraft(cart: Cart, viewer: Viewer | undefined): Promise<OfferedAircraft[]> {
  if (!viewer || !cart.items.some((item) => item.hasAirplaneInfo)) return []
  const [fleet, orderedAircraft] = await Promise.all([
    listFleet(viewer.profileId),
    listOrderedAircraft(viewer.profileId),
  ])
  return [
    ...fleet.map((aircraft) => ({ ...aircraft, isKept: true })),
    ...orderedAircraft.map((aircraft) => ({ ...aircraft, isKept: false })),
  ]
}

function fillBlock(form: FormData, key: string, knownAircraft: readonly OfferedAircraft[]): void {
  const readText = (name: string) => String(form.get(`unit.${key}.${name}`) ?? '').trim()
  const isUseButtonPressed = form.get('intent') === `saved.${key}`
  const chosenAircraft = knownAircraft.find(({ registration }) => registration === readText('saved'))
  const typedAircraft = knownAircraft.find(
    ({ registration }) => registration === parseRegistration(readText('prefix')),
  )
  const automaticAircraft = readText('prefix') === '' ? chosenAircraft : typedAircraft
  const aircraft = isUseButtonPressed ? (chosenAircraft ?? typedAircraft) : automaticAircraft
  if (!aircraft) return
  const { registration, serialNumber, fuel, isForeign } = aircraft
  const aircraftTexts = {
    prefix: registration,
    serial: serialNumber ?? '',
    fuel: fuel > 0 ? String(fuel) : '',
  }
  for (const [name, value] of Object.entries(aircraftTexts))
    if (isUseButtonPressed || readText(name) === '') form.set(`unit.${key}.${name}`, value)
  if (isForeign) form.set(`unit.${key}.foreign`, 'on')
  else if (isUseButtonPressed) form.delete(`unit.${key}.foreign`)
}

function parseRegistration(typedText: string): string | null {
  return normaliseRegistration(typedText) ?? normaliseForeignRegistration(typedText)
}
