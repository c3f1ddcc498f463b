import { z } from 'zod'
import { getSubscriptionStatusText } from '#app/api/wire/codes.ts'
import { fileAddress } from '#app/api/wire/file-address.ts'
import { fileLinks } from '#app/api/wire/links.ts'
import { buyerWire, foreignWire, fuelWire, toWireBuyer, toWireFuel } from '#app/api/wire/order-parts.ts'
import { publicationWire, toWirePublication } from '#app/api/wire/publication.ts'
import { civilDate, id, recordWire, toRecordStamps } from '#app/api/wire/values.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { canDownload } from '#app/domain/subscriptions/download.ts'
import { getCurrentStatus, isOverdue } from '#app/domain/subscriptions/subscription.ts'
import type { SubscriptionOnWire } from '#app/models/subscriptions/subscription-wire.server.ts'

export const signatureWire = z
  .object({
    id,
    publication: publicationWire,
    status: z
      .object({
        id: z.number().int().meta({ description: 'De hoje: passado o vencimento, é 4', example: 5 }),
        name: z.string().meta({ example: 'Ativa' }),
      })
      .meta({ id: 'SignatureStatus' }),
    start: civilDate.meta({ description: 'Dia do pagamento' }),
    due: civilDate.nullable().meta({ description: 'Nulo em uma compra avulsa' }),
    overdue: z.boolean(),
    times_renewed: z.number().int(),
    airplane_prefix: z.string().nullable(),
    airplane_serial_number: z.string().nullable(),
    foreign: foreignWire,
    fuel_type: fuelWire,
    file: fileAddress('Endereço do arquivo, para o dono enquanto a compra vale').nullable(),
    track_code: z.string().nullable(),
    expedition_date: civilDate.nullable(),
    suspended: z.boolean().meta({ description: 'O pedido deixou de estar pago' }),
    notes: z.string().nullable().optional().meta({ description: 'Só para a equipe' }),
    order: z
      .object({
        id,
        line: id.meta({ description: 'O item do pedido' }),
        expedition: z.object({ track_code: z.string() }).nullable(),
      })
      .meta({ id: 'SignatureOrder' }),
    profile: buyerWire,
    ...recordWire,
  })
  .meta({ id: 'Signature' })

type SignatureContext = { isForStaff: boolean; profileId: number; today: CivilDate }

export function toWireSignature(
  unit: SubscriptionOnWire,
  { isForStaff, profileId, today }: SignatureContext,
): z.output<typeof signatureWire> {
  const status = getCurrentStatus(unit, today)
  const isSuspended = unit.suspended_at !== null
  const access = { isDownload: unit.is_download, isSuspended, isWithdrawn: unit.withdrawal !== null }
  const isOwnFile = unit.profile_id === profileId && Boolean(unit.hasFile)
  const isFileOpen = isOwnFile && canDownload({ ...unit, ...access }, today)
  return {
    id: unit.id,
    publication: { ...toWirePublication(unit.publication), name: unit.name_sold, version: unit.version_sold },
    status: { id: status, name: getSubscriptionStatusText(status) },
    start: unit.starts_on,
    due: unit.due,
    overdue: isOverdue(unit.due, today),
    times_renewed: unit.times_renewed,
    airplane_prefix: unit.airplane_registration,
    airplane_serial_number: unit.airplane_serial_number,
    foreign: unit.airplane_is_foreign,
    fuel_type: toWireFuel(unit.fuel_type),
    file: isFileOpen ? fileLinks.signature(unit.id) : null,
    track_code: unit.track_code,
    expedition_date: unit.sent_on,
    suspended: isSuspended,
    ...(isForStaff ? { notes: unit.notes } : {}),
    order: {
      id: unit.order_id,
      line: unit.order_line_id,
      expedition: unit.track_code === null ? null : { track_code: unit.track_code },
    },
    profile: toWireBuyer({ ...unit, id: unit.profile_id }),
    ...toRecordStamps(unit),
  }
}
