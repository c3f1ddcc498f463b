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
    const today = offeredItems.find((each) => each.publicationId === publicationId)
    if (!today?.active) return [{ kind: 'off-sale', name }]
    return [
      ...(today.price === price ? [] : [{ kind: 'price', name, from: price, to: today.price } as const]),
      ...(today.version === version ? [] : [{ kind: 'version', name, to: today.version } as const]),
    ]
  })
}
