import { z } from 'zod'
import { orderStatusInput, shipmentStatusInput, subscriptionStatusInput } from '#app/api/wire/codes.ts'
import { maxSerialNumberLength, normaliseSerialNumber } from '#app/domain/accounts/aircraft.ts'
import { photoSubjects } from '#app/domain/catalogue/photo-subject.ts'
import { fieldsByKind } from '#app/domain/catalogue/publication-fields.ts'
import { maxPurchaseOrderLength } from '#app/domain/checkout/purchase-order.ts'
import {
  day,
  dayOrNull,
  flag,
  flagOrNull,
  lines,
  money,
  moneyOrNull,
  number,
  reference,
  text,
  textOrNull,
} from '#app/import/record-values.ts'
import { importProblems } from '#app/text/backoffice/import-labels.ts'
import { mapFields } from '#app/text/catalogue/publication-field-labels.ts'
import { specTexts } from '#app/text/platform/messages.ts'

const serialNumberOrNull = textOrNull(maxSerialNumberLength).transform(
  (text) => text && normaliseSerialNumber(text),
)

/** Records of the specification's lists (storefront §3, back-office §3), validated less strictly. */

const address = z.object({
  zip_code: text(20).transform((cep) => cep.replace(/\D/g, '').slice(0, 8)),
  street: text(150),
  number: text(20),
  complement: text(80),
  province: text(80),
  city: text(80),
  state: text(2).transform((state) => state.toUpperCase()),
})

export type ImportedAddress = z.output<typeof address>

const addressOrNull = z
  .union([address, z.literal('')])
  .nullish()
  .transform((value) => (value ? value : null))

/** Converts kilograms to grams. A missing, invalid or negative weight counts as 0. */
function toGrams(kilograms: string | number | null | undefined): number {
  const grams = Math.round(Number(String(kilograms ?? 0).replace(',', '.')) * 1000)
  return Math.max(0, grams || 0)
}

const { active, ...checkboxes } = mapFields(fieldsByKind.checkbox, ({ initial }) => flag.default(initial))

export const publicationRecord = z.object({
  id: number,
  ...mapFields(fieldsByKind.text, ({ maxLength }) => text(maxLength)),
  name: text(fieldsByKind.text.name.maxLength).refine((name) => name !== '', specTexts.fieldRequired),
  ...mapFields(fieldsByKind.date, () => day),
  ...mapFields(fieldsByKind.money, () => money),
  ...mapFields(fieldsByKind.optionalMoney, () => moneyOrNull),
  ...mapFields(fieldsByKind.weight, () => z.union([z.number(), z.string()]).nullish().transform(toGrams)),
  ...checkboxes,
  /** only from another shop of this software */
  ...mapFields(fieldsByKind.photoSubject, () =>
    z
      .enum(photoSubjects)
      .nullish()
      .catch(null)
      .transform((subject) => subject ?? 'other'),
  ),
  ...mapFields(fieldsByKind.optionalText, ({ maxLength }) => textOrNull(maxLength)),
  active,
  /** true if the source no longer lists the publication; then it is made from an order line */
  removed: flag,
  /** an address or a path */
  file: textOrNull(500),
})

export const profileRecord = z.object({
  id: number,
  name: text(150),
  company_name: textOrNull(150),
  person_or_company: flag,
  phone: textOrNull(20),
  cpf: textOrNull(20),
  cnpj: textOrNull(20),
  ie: textOrNull(20),
  is_partner: flag,
  billing_address: addressOrNull,
  shipping_address: addressOrNull,
  user: z.object({
    email: z.string().trim().toLowerCase().pipe(z.email(importProblems.email).max(254)),
    is_active: flag.default(true),
    is_staff: flag,
    is_superuser: flag,
  }),
})

/** Data at the time of sale, if the old system has them. */
const soldLine = z.object({
  id: number,
  name: textOrNull(150),
  version: textOrNull(30),
  is_signature: flagOrNull,
  is_download: flagOrNull,
  is_sent_immediately: flagOrNull,
  applicability: text(200),
  date: dayOrNull.catch(null),
  price: moneyOrNull.catch(null),
  price_signature: moneyOrNull.catch(null),
  has_airplane_info: flag.catch(false),
  has_photo_upload: flag.catch(false),
})

const orderLine = z.object({
  id: number.nullish(),
  publication: z.union([number.transform((id) => soldLine.parse({ id })), soldLine], {
    error: specTexts.fieldRequired,
  }),
  value: money,
  airplane_prefix: textOrNull(10),
  airplane_serial_number: serialNumberOrNull,
  fuel_type: z.coerce.number().int().min(0).max(3).nullish(),
  /** the unit that it renews, if the old system has it */
  renews: reference.nullish(),
  /** address or path of the photo */
  file: textOrNull(500),
})

export const orderRecord = z.object({
  id: number,
  date: day,
  status: orderStatusInput,
  profile: reference,
  shipping_type: text(30),
  shipping_value: money,
  total: money,
  reason: lines(2000),
  nfe: textOrNull(60),
  purchase_order: textOrNull(maxPurchaseOrderLength),
  note: lines(2000),
  paid_on: dayOrNull,
  billing_address: addressOrNull,
  shipping_address: addressOrNull,
  publications: z.array(orderLine).min(1, importProblems.noLines).max(500),
})

export const signatureRecord = z.object({
  id: number,
  publication: reference,
  order: z.union(
    [number.transform((id) => ({ id, line: null })), z.object({ id: number, line: number.nullish() })],
    {
      error: specTexts.fieldRequired,
    },
  ),
  profile: reference,
  status: subscriptionStatusInput,
  due: dayOrNull,
  track_code: textOrNull(20),
  expedition_date: dayOrNull,
  notes: lines(2000),
  airplane_prefix: textOrNull(10),
  airplane_serial_number: serialNumberOrNull,
  times_renewed: z.coerce.number().int().min(0).max(1000).nullish(),
  start: dayOrNull,
  /** true if the order is no longer paid */
  suspended: flag,
})

export const shipmentRecord = z.object({
  id: number,
  client: reference,
  order: z.union([z.array(reference), reference.transform((id) => [id])]).nullish(),
  direct_shipping: flag,
  shipping_type: text(20),
  /** identified by e-mail */
  owner: z.unknown().optional().transform(readEmail),
  /** the copies that it contained, if the old system has them */
  publications: z.array(reference).nullish(),
  shipping_address: addressOrNull,
  cancelled: flag,
  status: shipmentStatusInput,
  track_code: textOrNull(20),
  value: money,
  note: lines(1000),
  creation_date: day,
  send_date: dayOrNull,
  complete_date: dayOrNull,
  return_date: dayOrNull,
})

const personReference = z.union([z.string(), z.object({ email: z.string() }).transform(({ email }) => email)])

function readEmail(value: unknown): string | null {
  const email = personReference.safeParse(value)
  return email.success && email.data.includes('@') ? email.data.trim().toLowerCase() : null
}
