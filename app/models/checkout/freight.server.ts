import type { Region } from '#app/domain/accounts/states.ts'
import { type DbOrTrx, db, withTransaction } from '#app/models/platform/db.server.ts'
import { lockSetting, recordSettingChange, type SaveContext } from '#app/models/settings/setting.server.ts'

/** A freight price up to `max_weight_kg`. `value` is in centavos, `days` counts the carrier's working days. */
export type FreightStep = { max_weight_kg: number; value: number; days: number }
const MAX_SERVICE_REGIONS = 200
const MAX_STEPS = 100

type ServiceRegion = { region: Region; service: string }

export function listFreightServiceRegions() {
  return db
    .selectFrom('shipping_rates')
    .select(['region', 'service'])
    .select((eb) => [eb.fn.countAll<number>().as('steps'), eb.fn.max('max_weight_kg').as('heaviest')])
    .groupBy(['region', 'service'])
    .orderBy('service')
    .orderBy('region')
    .limit(MAX_SERVICE_REGIONS)
    .execute()
}

export function listFreightSteps(
  { region, service }: ServiceRegion,
  reader: DbOrTrx = db,
): Promise<FreightStep[]> {
  return reader
    .selectFrom('shipping_rates')
    .select(['max_weight_kg', 'value', 'days'])
    .where('region', '=', region)
    .where('service', '=', service)
    .orderBy('max_weight_kg')
    .limit(MAX_STEPS)
    .execute()
}

/** Replaces a service's prices in a region. An empty list removes the service there. Throws StaleRecordError. */
export function replaceFreightSteps(
  serviceRegion: ServiceRegion,
  steps: readonly FreightStep[],
  saving: SaveContext,
): Promise<void> {
  return withTransaction(async (trx) => {
    await lockSetting(trx, 'freight', saving.seenVersion)
    const previousSteps = await listFreightSteps(serviceRegion, trx)
    await trx
      .deleteFrom('shipping_rates')
      .where('region', '=', serviceRegion.region)
      .where('service', '=', serviceRegion.service)
      .execute()
    if (steps.length > 0)
      await trx
        .insertInto('shipping_rates')
        .values(steps.map((step) => ({ ...step, ...serviceRegion })))
        .execute()
    const versions = {
      before: toHistoryData(serviceRegion, previousSteps),
      after: toHistoryData(serviceRegion, steps),
    }
    await recordSettingChange(trx, 'freight', saving, versions)
  })
}

/** Returns the prices for the history, such as 'PAC SE 5 kg' → 'centavos / days'. */
function toHistoryData(
  { region, service }: ServiceRegion,
  steps: readonly FreightStep[],
): Record<string, string> {
  const pricesByStep: Record<string, string> = {}
  for (const { max_weight_kg, value, days } of steps)
    pricesByStep[`${service} ${region} ${max_weight_kg} kg`] = `${value} / ${days}`
  return pricesByStep
}
