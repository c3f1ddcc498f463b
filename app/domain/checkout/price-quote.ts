import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

export const quoteRetentionDays = 90

export type QuotedLine = { publicationId: number; name: string; version: string; price: Centavos }
export type CurrentOffer = { publicationId: number; version: string; price: Centavos; active: boolean }

export type QuoteChange =
  | { kind: 'off-sale'; name: string }
  | { kind: 'price'; name: string; from: Centavos; to: Centavos }
  | { kind: 'version'; name: string; to: string }

export function isQuoteOver(validUntil: CivilDate, today: CivilDate): boolean {
  return today > validUntil
}

export function listQuoteChanges(
  lines: readonly QuotedLine[],
  offeredItems: readonly CurrentOffer[],
): QuoteChange[] {
  return lines.flatMap(({ publicationId, name, version, price }): QuoteChange[] => {
    const currentOffer = offeredItems.find((offer) => offer.publicationId === publicationId)
    if (!currentOffer?.active) return [{ kind: 'off-sale', name }]
    return [
      ...(currentOffer.price === price
        ? []
        : [{ kind: 'price', name, from: price, to: currentOffer.price } as const]),
      ...(currentOffer.version === version
        ? []
        : [{ kind: 'version', name, to: currentOffer.version } as const]),
    ]
  })
}
