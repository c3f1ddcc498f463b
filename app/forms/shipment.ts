import { z } from 'zod'
import { shipmentTypes } from '#app/domain/checkout/carriers/carriers.ts'
import { type CivilDate, parseCivilDate } from '#app/domain/platform/calendar.ts'
import { parseReais } from '#app/domain/platform/money.ts'
import { validateTrackingCode } from '#app/domain/shipments/shipment.ts'
import { addressSchema } from '#app/forms/address.ts'
import { optionalLines, optionalText, requiredText } from '#app/forms/text-field.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { codeFaultLabels } from '#app/text/shipments/shipment-labels.ts'

type Days = { today: CivilDate; notBefore?: CivilDate | null }

/** Accepts '2026-11-21' or '21/11/2026'; the date must lie between `notBefore` and today. */
export function makeDateField(days: Days) {
  return z.string({ error: specTexts.fieldRequired }).transform((text, context) => {
    const date = parseCivilDate(text)
    if (date === null) {
      context.addIssue('Data incorreta: use dia/mês/ano, como 21/11/2026')
      return z.NEVER
    }
    const fault = findDateFault(date, days)
    if (fault !== null) context.addIssue(fault)
    return date
  })
}

function findDateFault(date: CivilDate, { today, notBefore }: Days): string | null {
  if (date > today) return 'A data não pode estar no futuro'
  if (notBefore && date < notBefore) return `A data não pode ser anterior a ${formatDate(notBefore)}`
  return null
}

export function makeArrivalsSchema(today: CivilDate) {
  return z.object({
    shipment: z.array(z.coerce.number().int().positive()).min(1, 'Escolha ao menos uma expedição'),
    date: makeDateField({ today }),
    intent: z.enum(['delivered', 'returned'], { error: specTexts.fieldRequired }),
  })
}

export function makeActDaySchema(days: Days) {
  return z.object({ date: makeDateField(days) })
}

/**
 * Parses a dispatch. If a newer revision came into force after packing, staff answer which revision they sent:
 * `left` is the answer, and `seen` is the digest of the displayed question.
 */
export function makeDispatchSchema({ type, ...days }: Days & { type: string }) {
  return z
    .object({
      date: makeDateField(days),
      track_code: makeTrackCodeField(type),
      left: z.enum(['in-force', 'packed']).optional().catch(undefined),
      seen: z.string().max(64).optional().catch(undefined),
    })
    .transform(({ date, track_code: trackCode, left, seen }) => ({
      date,
      trackCode,
      box: left && seen ? { packedRevision: left, seenDigest: seen } : undefined,
    }))
}

/** Validates the tracking code, whose format depends on the shipping type (S10). */
export function makeTrackingSchema({ type, ...days }: Days & { type: string }) {
  return z
    .object({ date: makeDateField(days), track_code: makeTrackCodeField(type) })
    .transform(({ date, track_code: trackCode }) => ({ date, trackCode }))
}

function makeTrackCodeField(type: string) {
  const knownType = shipmentTypes.find((shipmentType) => shipmentType === type)
  return optionalText(40).transform((text, context): string | null => {
    const validation = knownType ? validateTrackingCode(knownType, text) : { code: text || null }
    if ('code' in validation) return validation.code
    context.addIssue(codeFaultLabels[validation.fault])
    return z.NEVER
  })
}

const idField = z.number({ error: specTexts.fieldRequired }).int().positive()
const idsField = z.array(z.coerce.number().int().positive())

const ignoredField = z
  .unknown()
  .optional()
  .transform(() => undefined)

const highestCentavos = 1_000_000_00

/** Parses reais to centavos; '' is zero. */
const valueField = z
  .string()
  .optional()
  .transform((text, context) => {
    const centavos = parseReais(text ?? '0')
    if (centavos !== null && centavos <= highestCentavos) return centavos
    context.addIssue('Valor incorreto: use vírgula para os centavos, como 22,50')
    return z.NEVER
  })

const detailFields = {
  destination: idField.optional(),
  type: z.enum(shipmentTypes, { error: 'Escolha o tipo de envio' }),
  owner: idField,
  value: valueField,
  note: optionalLines(1_000),
}

type PickedLine = { id: number; orderId: number }

/**
 * Requires a picked line of every selected order. Replaces the form's lines by `pickedLines`, which may be
 * fewer.
 */
function makeContentsSchema(pickedLines: readonly PickedLine[]) {
  const order = idsField.min(1, 'Escolha ao menos um pedido').superRefine((orders, context) => {
    for (const id of orders) {
      if (!pickedLines.some(({ orderId }) => orderId === id))
        context.addIssue(`Escolha ao menos um exemplar do pedido nº ${id}`)
    }
  })
  const newer = idsField.optional().transform((chosenIds) => chosenIds ?? [])
  return { order, line: idsField.transform(() => pickedLines.map(({ id }) => id)), newer }
}

const noContents = { order: ignoredField, line: ignoredField, newer: ignoredField }

type Contents = {
  isDirect: boolean
  pickedLines: readonly PickedLine[]
}

/** Returns the schema: a direct shipment has an address and no order; others have orders. */
export function makeNewShipmentSchema({ isDirect, pickedLines, today }: Contents & { today: CivilDate }) {
  const address: z.ZodType<z.output<typeof addressSchema> | undefined> = isDirect
    ? addressSchema
    : ignoredField
  return z.object({
    ...detailFields,
    ...(isDirect ? noContents : makeContentsSchema(pickedLines)),
    shipping: address,
    creation_date: makeDateField({ today }),
    token: z.string().max(64).optional(),
  })
}

export function makeShipmentEditSchema({ isDirect, pickedLines }: Contents) {
  return z.object({
    ...detailFields,
    ...(isDirect ? noContents : makeContentsSchema(pickedLines)),
    lock_version: z.number().int(),
  })
}

/** After dispatch, only the note can change; after a return, also the type of the next dispatch. */
export function makeNoteSchema({ isReturned }: { isReturned: boolean }) {
  const type: z.ZodType<z.output<typeof detailFields.type> | undefined> = isReturned
    ? detailFields.type
    : ignoredField
  return z.object({ note: detailFields.note, type, lock_version: z.number().int() })
}

export function makeDeliveryCorrectionSchema({ isAddressTyped }: { isAddressTyped: boolean }) {
  const address: z.ZodType<z.output<typeof addressSchema> | undefined> = isAddressTyped
    ? addressSchema
    : ignoredField
  return z.object({
    shipping: address,
    account: z.number().int().positive().optional(),
    with_orders: z.literal('on').optional(),
    reason: requiredText(300),
    lock_version: z.number().int(),
  })
}

export const cancellationSchema = z.object({ reason: optionalText(500) })

/** Parses the ids of checkboxes, which may be absent, one string or an array. */
export function parseIds(value: unknown): number[] {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.map(Number).filter((id) => Number.isInteger(id) && id > 0)
}
