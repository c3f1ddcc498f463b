import type { Insertable } from 'kysely'
import type { Region } from '#app/domain/accounts/states.ts'
import type { Database } from '#app/models/platform/schema.ts'

const maxWeightsKg = [1, 2, 3, 5, 8, 10, 15, 20, 30]

/** Rates in centavos per weight step, and delivery in working days from Botucatu. */
const tariffs: { region: Region; service: 'PAC' | 'SEDEX'; days: number; valuesCents: number[] }[] = [
  {
    region: 'SE',
    service: 'PAC',
    days: 6,
    valuesCents: [2490, 2870, 3260, 4080, 5390, 6250, 8490, 10790, 14860],
  },
  {
    region: 'SE',
    service: 'SEDEX',
    days: 2,
    valuesCents: [3690, 4420, 5160, 6790, 9240, 10880, 15020, 19240, 27310],
  },
  {
    region: 'S',
    service: 'PAC',
    days: 8,
    valuesCents: [2980, 3510, 4060, 5190, 6940, 8110, 11050, 14080, 19470],
  },
  {
    region: 'S',
    service: 'SEDEX',
    days: 3,
    valuesCents: [4850, 6040, 7260, 9730, 13410, 15890, 22140, 28470, 40580],
  },
  {
    region: 'CO',
    service: 'PAC',
    days: 9,
    valuesCents: [3270, 3910, 4580, 5930, 8020, 9440, 12970, 16590, 23060],
  },
  {
    region: 'CO',
    service: 'SEDEX',
    days: 3,
    valuesCents: [5590, 7080, 8610, 11740, 16390, 19520, 27410, 35390, 50670],
  },
  {
    region: 'NE',
    service: 'PAC',
    days: 12,
    valuesCents: [3840, 4720, 5630, 7480, 10310, 12230, 17020, 21890, 30780],
  },
  {
    region: 'NE',
    service: 'SEDEX',
    days: 4,
    valuesCents: [7150, 9240, 11390, 15760, 22340, 26750, 37820, 48990, 70460],
  },
  {
    region: 'N',
    service: 'PAC',
    days: 15,
    valuesCents: [4390, 5480, 6610, 8890, 12380, 14740, 20650, 26680, 37690],
  },
  {
    region: 'N',
    service: 'SEDEX',
    days: 5,
    valuesCents: [8640, 11310, 14060, 19620, 28030, 33680, 47810, 62070, 89540],
  },
]

export const shippingRates: Insertable<Database['shipping_rates']>[] = tariffs
  .flatMap((tariff) =>
    tariff.valuesCents.map((value, index) => ({
      service: tariff.service,
      region: tariff.region,
      max_weight_kg: maxWeightsKg[index] ?? 0,
      value,
      days: tariff.days,
    })),
  )
  .map((rate, index) => ({ id: index + 1, ...rate }))
