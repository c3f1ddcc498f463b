import { z } from 'zod'
import { parseLine } from '#app/domain/charges/boleto.ts'
import { parsePix } from '#app/domain/charges/pix.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { asaasPayment } from '#app/gateways/boleto-issuer/asaas-payment.ts'

export const asaasPayments = z.object({ data: z.array(asaasPayment) })

export const asaasCustomers = z.object({
  data: z.array(
    z.object({
      id: z.string().min(1),
      cpfCnpj: z.string().nullish(),
      externalReference: z.string().nullish(),
      name: z.string().nullish(),
      address: z.string().nullish(),
      addressNumber: z.string().nullish(),
      postalCode: z.string().nullish(),
      notificationDisabled: z.boolean().nullish(),
      deleted: z.boolean().nullish(),
    }),
  ),
})

export const asaasCreated = z.object({ id: z.string().regex(/^[\w-]{1,60}$/) })

export const asaasLine = z.object({
  identificationField: z.string(),
  nossoNumero: z.string().min(1).max(20),
  barCode: z.string(),
})

export const asaasPix = z.object({ payload: z.string().nullish() })

export const asaasErrors = z.object({
  errors: z.array(z.object({ code: z.string(), description: z.string() })).min(1),
})

type ExpectedBoleto = { value: Centavos; dueDate: CivilDate; documentDate: CivilDate }

export function matchesBoletoLine(
  { identificationField, barCode }: z.output<typeof asaasLine>,
  boleto: ExpectedBoleto,
) {
  const line = parseLine(identificationField, boleto.documentDate)
  if (!line.valid || line.digits !== identificationField || line.barcode !== barCode) return false
  return line.valueCents === boleto.value && line.dueDate === boleto.dueDate
}

/** Returns true if the code settles the boleto: it is not static and contains no other amount. */
export function matchesPixValue(payload: string, value: Centavos): boolean {
  const pix = parsePix(payload)
  if (!pix.valid || pix.url === null || payload.length > 500) return false
  return pix.amountCents === null || pix.amountCents === value
}

/** Returns the gateway's reasons without e-mails and numbers, which may be personal data. */
export function listRefusalReasons(errors: z.output<typeof asaasErrors>['errors']): string {
  const reasons = errors.map(({ description }) => description.trim()).join(' ')
  return reasons
    .slice(0, 1_000)
    .replace(/\S+@\S+/g, '…')
    .replace(/\d[\d./-]{4,}/g, '…')
    .slice(0, 200)
}
