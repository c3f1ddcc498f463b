import { z } from 'zod'
import { type OrderStatus, orderStatus } from '#app/domain/orders/order-status.ts'
import { type ShipmentStatus, shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { type SubscriptionStatus, subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { getCustomerStatus, getStaffStatus } from '#app/text/orders/order-labels.ts'
import { getShipmentStatus } from '#app/text/shipments/shipment-labels.ts'
import { subscriptionTexts } from '#app/text/subscriptions/subscription-labels.ts'

type Word<Code> = { code: Code; texts: readonly string[] }

const orderCodes: Word<OrderStatus>[] = Object.values(orderStatus).map((code) => ({
  code,
  texts: [getCustomerStatus, getStaffStatus].map((of) => of({ status: code, reason: null }).text),
}))

const shipmentCodes: Word<ShipmentStatus>[] = Object.values(shipmentStatus).map((code) => ({
  code,
  texts: [getShipmentStatus(code).text],
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
export function getOrderStatusText(status: number): string {
  return getCustomerStatus({ status, reason: null }).text
}

export const getShipmentStatusText = (status: number) => getShipmentStatus(status).text

export function getSubscriptionStatusText(status: number): string {
  return subscriptionCodes.find(({ code }) => code === status)?.texts[0] ?? '-'
}

export const orderStatusInput = makeCodeInputSchema(orderCodes)
export const orderStatusFilter = makeCodeFilterSchema(orderCodes)
export const shipmentStatusInput = makeCodeInputSchema(shipmentCodes)
export const shipmentStatusFilter = makeCodeFilterSchema(shipmentCodes)
export const subscriptionStatusFilter = makeCodeFilterSchema(subscriptionCodes)

/** Accepts `{id}`, as the specification's client sends it, or only the code or the text. */
export const subscriptionStatusInput = z.union([
  makeCodeInputSchema(subscriptionCodes),
  z.object({ id: makeCodeInputSchema(subscriptionCodes) }).transform(({ id }) => id),
])

/** Parses '1,2,3,5' to codes of statuses. */
export const subscriptionStatusesFilter = z
  .string()
  .max(100)
  .default('')
  .transform((text, context) => {
    const codes = text
      .split(',')
      .flatMap((each) => (each.trim() === '' ? [] : [findCode(subscriptionCodes, each)]))
    if (codes.includes(undefined)) context.addIssue(formatUnknownCode(subscriptionCodes))
    return codes.flatMap((code) => code ?? [])
  })
  .meta({ description: 'Situações, separadas por vírgula', example: '1,2,3,5' })

function makeCodeInputSchema<Code extends number>(words: readonly Word<Code>[]) {
  return z
    .union([z.number(), z.string().max(40)])
    .transform((value, context): Code => {
      const code = findCode(words, String(value))
      if (code !== undefined) return code
      context.addIssue(formatUnknownCode(words))
      return z.NEVER
    })
    .meta({ description: `Código ou texto: ${listCodes(words)}`, example: words[0]?.code })
}

/** Accepts a code or a text; '' means all. */
function makeCodeFilterSchema<Code extends number>(words: readonly Word<Code>[]) {
  return z
    .string()
    .max(40)
    .default('')
    .transform((text, context): Code | undefined => {
      const code = findCode(words, text)
      if (code === undefined && text.trim() !== '') context.addIssue(formatUnknownCode(words))
      return code
    })
    .meta({ description: `Código ou texto; vazio para todas: ${listCodes(words)}`, example: '1' })
}

function findCode<Code extends number>(words: readonly Word<Code>[], text: string): Code | undefined {
  const wantedText = toPlain(text.trim())
  const isMeant = ({ code, texts }: Word<Code>) =>
    wantedText === String(code) || texts.some((each) => toPlain(each) === wantedText)
  return words.find(isMeant)?.code
}

/** Removes accents and capitals, so that 'em analise' matches 'Em análise'. */
function toPlain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

function listCodes(words: readonly Word<number>[]): string {
  return words.map(({ code, texts }) => `${code} ${texts[0] ?? ''}`).join(', ')
}

function formatUnknownCode(words: readonly Word<number>[]): string {
  return `Situação desconhecida. Use uma destas: ${listCodes(words)}`
}
