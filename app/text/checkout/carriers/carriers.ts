import { type CarrierName, findCarrier, findTrackedCarrier } from '#app/domain/checkout/carriers/carriers.ts'
import { correiosLabels } from '#app/text/checkout/carriers/correios.ts'
import type { CarrierLabels } from '#app/text/checkout/carriers/labels.ts'

const carrierLabels: { readonly [Name in CarrierName]: CarrierLabels<Name> } = { correios: correiosLabels }

const allLabels: readonly CarrierLabels[] = Object.values(carrierLabels)

const serviceNames = new Map<string, string>(allLabels.flatMap(({ services }) => Object.entries(services)))

/** Returns 'Carta registrada', or the stored name of an unknown service. */
export function formatService(type: string): string {
  return serviceNames.get(type) ?? type
}

/** Names for sentences about all carriers: 'os Correios', 'dos Correios'. */
export const carrierNames = {
  name: joinNames(allLabels.map(({ name }) => name)),
  ofName: joinNames(allLabels.map(({ ofName }) => ofName)),
}

type Sentence = Exclude<keyof CarrierLabels, 'services' | 'name' | 'ofName'>

/** Returns the texts of all carriers, if the carrier is not known. */
export function getCarrierSentence(sentence: Sentence): string {
  return allLabels.map((labels) => labels[sentence]).join('. ')
}

export function getCodeShape(type: string): string {
  const carrier = findCarrier(type)
  return carrier ? carrierLabels[carrier].codeShape : getCarrierSentence('codeShape')
}

export function getTrackingDelay(code: string): string | null {
  const carrier = findTrackedCarrier(code)
  return carrier ? carrierLabels[carrier].trackingDelay : null
}

function joinNames(names: readonly string[]): string {
  return names.join(' e ')
}
