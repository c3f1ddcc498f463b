import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { isInState } from '#app/models/catalogue/publication-list.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { type Report, rowCounter } from '#app/models/reports/report.ts'

/** `status` is one of publicationStates, or undefined for all publications that are not removed. */
export type PublicationPricesFilter = { status: number | undefined }

export type PublicationPriceRow = {
  id: number
  name: string
  version: string
  /** grams, 0 for downloads */
  weight: number
  date: CivilDate
  /** centavos */
  price: number
  /** centavos, or null if the publication has no renewal */
  renewal: number | null
}

export const publicationPrices: Report<PublicationPricesFilter, PublicationPriceRow, { count: number }> = {
  totals({ status }, reader = db) {
    return reader
      .selectFrom('publications')
      .where(isInState(status))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  },

  ...rowCounter,

  rows({ status }, place, reader = db) {
    const lastRow = 'after' in place ? place.after : undefined
    return reader
      .selectFrom('publications')
      .where(isInState(status))
      .select(['id', 'name', 'version', 'weight', 'date', 'price', 'price_signature as renewal'])
      .$if(lastRow !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            eb('name', '>', lastRow?.name ?? ''),
            eb.and([eb('name', '=', lastRow?.name ?? ''), eb('id', '>', lastRow?.id ?? 0)]),
          ]),
        ),
      )
      .orderBy('name')
      .orderBy('id')
      .limit(place.limit)
      .$if('offset' in place, (query) => query.offset('offset' in place ? place.offset : 0))
      .execute()
  },
}
