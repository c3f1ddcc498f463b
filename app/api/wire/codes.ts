import { z } from 'zod'
import { type OrderStatus, orderStatus } from '#app/domain/orders/order-status.ts'
import { type ShipmentStatus, shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { type SubscriptionStatus, subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { getCustomerStatus, getStaffStatus } from '#app/text/orders/order-labels.ts'
import { getShipmentStatus } from '#app/text/shipments/shipment-labels.ts'
import { subscriptionTexts } from '#app/text/subscriptions/subscription-labels.ts'

/** A code with all its texts, which differ between customers and staff. */
type CodeTexts<Code> = { code: Code; texts: readonly string[] }

const orderCodes: CodeTexts<OrderStatus>[] = Object.values(orderStatus).map((code) => ({
  code,
  texts: [getCustomerStatus, getStaffStatus].map(
    (getStatus) => getStatus({ status: code, reason: null }).text,
  ),
}))

const shipmentCodes: CodeTexts<ShipmentStatus>[] = Object.values(shipmentStatus).map((code) => ({
  code,
  texts: [getShipmentStatus(code).text],
}))

const subscriptionCodes: CodeTexts<SubscriptionStatus>[] = Object.values(subscriptionStatus).map((code) => ({
  code,
  texts: [subscriptionTexts[code].text],
}))

const orderStatusCodes = Object.values(orderStatus)

export const orderStatusCode = z
  .number()
  .int()
  .meta({ description: `${Math.min(...orderStatusCodes)} a ${Math.max(...orderStatusCodes)}` })

/** Returns the specification's text. A rejected order has no text of its own (D12). */
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

/** Parses a text such as '1,2,3,5' as a list of status codes. '' is an empty list. */
export const subscriptionStatusesFilter = z
  .string()
  .max(100)
  .default('')
  .transform((text, context) => {
    const codes = text
      .split(',')
      .flatMap((status) => (status.trim() === '' ? [] : [findCode(subscriptionCodes, status)]))
    if (codes.includes(undefined)) context.addIssue(formatUnknownCode(subscriptionCodes))
    return codes.flatMap((code) => code ?? [])
  })
  .meta({ description: 'Situações, separadas por vírgula', example: '1,2,3,5' })

function makeCodeInputSchema<Code extends number>(codeTexts: readonly CodeTexts<Code>[]) {
  return z
    .union([z.number(), z.string().max(40)])
    .transform((value, context): Code => {
      const code = findCode(codeTexts, String(value))
      if (code !== undefined) return code
      context.addIssue(formatUnknownCode(codeTexts))
      return z.NEVER
    })
    .meta({ description: `Código ou texto: ${listCodes(codeTexts)}`, example: codeTexts[0]?.code })
}

/** Accepts a code or a text; '' means all. */
function makeCodeFilterSchema<Code extends number>(codeTexts: readonly CodeTexts<Code>[]) {
  return z
    .string()
    .max(40)
    .default('')
    .transform((text, context): Code | undefined => {
      const code = findCode(codeTexts, text)
      if (code === undefined && text.trim() !== '') context.addIssue(formatUnknownCode(codeTexts))
      return code
    })
    .meta({ description: `Código ou texto; vazio para todas: ${listCodes(codeTexts)}`, example: '1' })
}

function findCode<Code extends number>(
  codeTexts: readonly CodeTexts<Code>[],
  text: string,
): Code | undefined {
  const wantedText = removeAccentsAndCase(text.trim())
  const isNamed = ({ code, texts }: CodeTexts<Code>) =>
    wantedText === String(code) || texts.some((knownText) => removeAccentsAndCase(knownText) === wantedText)
  return codeTexts.find(isNamed)?.code
}

/** Removes accents and converts to lower case, because clients send 'em analise' for 'Em análise'. */
function removeAccentsAndCase(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

function listCodes(codeTexts: readonly CodeTexts<number>[]): string {
  return codeTexts.map(({ code, texts }) => `${code} ${texts[0] ?? ''}`).join(', ')
}

function formatUnknownCode(codeTexts: readonly CodeTexts<number>[]): string {
  return `Situação desconhecida. Use uma destas: ${listCodes(codeTexts)}`
}
