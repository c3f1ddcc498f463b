import { z } from 'zod'
import { type OrderStatus, orderStatus } from '#app/domain/orders/order-status.ts'
import { type ShipmentStatus, shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { type SubscriptionStatus, subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { statusForCustomer, statusForStaff } from '#app/text/orders/order-labels.ts'
import { statusOfShipment } from '#app/text/shipments/shipment-labels.ts'
import { subscriptionTexts } from '#app/text/subscriptions/subscription-labels.ts'

type Word<Code> = { code: Code; texts: readonly string[] }

const orderCodes: Word<OrderStatus>[] = Object.values(orderStatus).map((code) => ({
  code,
  texts: [statusForCustomer, statusForStaff].map((of) => of({ status: code, reason: null }).text),
}))

const shipmentCodes: Word<ShipmentStatus>[] = Object.values(shipmentStatus).map((code) => ({
  code,
  texts: [statusOfShipment(code).text],
}))

const subscriptionCodes: Word<SubscriptionStatus>[] = Object.values(subscriptionStatus).map((code) => ({
  code,
  texts: [subscriptionTexts[code].text],
}))

const orderStatusCodes = Object.values(orderStatus)

export const orderStatusCode = z
  .number()
  .int()
  .meta({ description: `${Math.min(...orderStatusCodes)} a ${Math.max(...orderStatusCodes)}` })

/** Returns exactly the specification's text, even for a rejected order (D12). */
export function orderStatusText(status: number): string {
  return statusForCustomer({ status, reason: null }).text
}

export const shipmentStatusText = (status: number) => statusOfShipment(status).text

export function subscriptionStatusText(status: number): string {
  return subscriptionCodes.find(({ code }) => code === status)?.texts[0] ?? '-'
}

export const orderStatusInput = codeInput(orderCodes)
export const orderStatusFilter = codeFilter(orderCodes)
export const shipmentStatusInput = codeInput(shipmentCodes)
export const shipmentStatusFilter = codeFilter(shipmentCodes)
export const subscriptionStatusFilter = codeFilter(subscriptionCodes)

/** Accepts `{id}`, in the form of the specification's client, or only the code or the text. */
export const subscriptionStatusInput = z.union([
  codeInput(subscriptionCodes),
  z.object({ id: codeInput(subscriptionCodes) }).transform(({ id }) => id),
])

/** Parses '1,2,3,5' to status codes. */
export const subscriptionStatusesFilter = z
  .string()
  .max(100)
  .default('')
  .transform((text, context) => {
    const codes = text
      .split(',')
      .flatMap((each) => (each.trim() === '' ? [] : [codeOf(subscriptionCodes, each)]))
    if (codes.includes(undefined)) context.addIssue(wrong(subscriptionCodes))
    return codes.flatMap((code) => code ?? [])
  })
  .meta({ description: 'Situações, separadas por vírgula', example: '1,2,3,5' })

function codeInput<Code extends number>(words: readonly Word<Code>[]) {
  return z
    .union([z.number(), z.string().max(40)])
    .transform((value, context): Code => {
      const code = codeOf(words, String(value))
      if (code !== undefined) return code
      context.addIssue(wrong(words))
      return z.NEVER
    })
    .meta({ description: `Código ou texto: ${listed(words)}`, example: words[0]?.code })
}

/** Accepts a code or text; empty means all. */
function codeFilter<Code extends number>(words: readonly Word<Code>[]) {
  return z
    .string()
    .max(40)
    .default('')
    .transform((text, context): Code | undefined => {
      const code = codeOf(words, text)
      if (code === undefined && text.trim() !== '') context.addIssue(wrong(words))
      return code
    })
    .meta({ description: `Código ou texto; vazio para todas: ${listed(words)}`, example: '1' })
}

function codeOf<Code extends number>(words: readonly Word<Code>[], text: string): Code | undefined {
  const wanted = plain(text.trim())
  const isMeant = ({ code, texts }: Word<Code>) =>
    wanted === String(code) || texts.some((each) => plain(each) === wanted)
  return words.find(isMeant)?.code
}

/** Removes accents and capitals, so that 'em analise' matches 'Em análise'. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

function listed(words: readonly Word<number>[]): string {
  return words.map(({ code, texts }) => `${code} ${texts[0] ?? ''}`).join(', ')
}

function wrong(words: readonly Word<number>[]): string {
  return `Situação desconhecida. Use uma destas: ${listed(words)}`
}
