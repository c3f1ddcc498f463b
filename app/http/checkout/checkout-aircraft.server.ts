import { normaliseForeignRegistration, normaliseRegistration } from '#app/domain/accounts/aircraft.ts'
import { unitBlocks } from '#app/domain/platform/units.ts'
import { listFleet } from '#app/models/accounts/aircraft.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import type { Cart } from '#app/models/checkout/cart.server.ts'

type Fleet = Awaited<ReturnType<typeof listFleet>>

export async function offeredFleet(cart: Cart, viewer: Viewer | undefined) {
  const asksAircraft = cart.items.some((item) => item.hasAirplaneInfo)
  const fleet = viewer && asksAircraft ? await listFleet(viewer.profileId) : []
  return fleet.map(({ id, registration, nickname }) => ({ id, registration, nickname }))
}

/** Fills blank fields, all if "Usar" was pressed; a typed registration takes precedence over the selected one. */
export async function fillFromFleet(form: FormData, cart: Cart, viewer: Viewer | undefined): Promise<void> {
  const blocks = unitBlocks(cart.items).filter((block) => block.asksAircraft)
  const fleet = viewer && blocks.length > 0 ? await listFleet(viewer.profileId) : []
  for (const { key } of blocks) {
    fillBlock(form, key, fleet)
    form.delete(`unit.${key}.saved`)
  }
}

function fillBlock(form: FormData, key: string, fleet: Fleet): void {
  const text = (name: string) => String(form.get(`unit.${key}.${name}`) ?? '').trim()
  const isPressed = form.get('intent') === `saved.${key}`
  const chosen = fleet.find(({ id }) => String(id) === text('saved'))
  const typed = fleet.find(({ registration }) => registration === registrationOf(text('prefix')))
  const aircraft = isPressed ? (chosen ?? typed) : text('prefix') === '' ? chosen : typed
  if (!aircraft) return
  const { registration, serialNumber, fuel, isForeign } = aircraft
  const facts = { prefix: registration, serial: serialNumber ?? '', fuel: fuel > 0 ? String(fuel) : '' }
  for (const [name, fact] of Object.entries(facts))
    if (isPressed || text(name) === '') form.set(`unit.${key}.${name}`, fact)
  if (isForeign) form.set(`unit.${key}.foreign`, 'on')
  else if (isPressed) form.delete(`unit.${key}.foreign`)
}

function registrationOf(typed: string): string | null {
  return normaliseRegistration(typed) ?? normaliseForeignRegistration(typed)
}
