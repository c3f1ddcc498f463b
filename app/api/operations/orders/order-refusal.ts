import { fieldErrors } from '#app/api/field-errors.ts'
import { keyOfLine, type LineBody } from '#app/api/operations/orders/order-body.ts'
import { ApiError } from '#app/api/problem.server.ts'
import type { OrderRefusalReason } from '#app/models/orders/order-placement.server.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { messages } from '#app/text/platform/messages.ts'
import { renewalBlockerLabels } from '#app/text/subscriptions/renewal-labels.ts'

export type Issue = { path: (string | number)[]; message: string }

/** Throws ApiError 400 when anything is wrong. */
export function rejectIssues(issues: readonly Issue[]): void {
  if (issues.length > 0) throw new ApiError(400, fieldErrors(issues))
}

export function atLine(index: number, field: string, message: string): Issue {
  return { path: ['publications', index, field], message }
}

type Lines = readonly Pick<LineBody, 'publication' | 'value' | 'signature' | 'file'>[]

/** Maps the model's refusal to its field. */
export function refusalOf(reason: OrderRefusalReason, lines: Lines): ApiError {
  return new ApiError(400, fieldErrors(issuesOf(reason, lines)))
}

function issuesOf(reason: OrderRefusalReason, lines: Lines): Issue[] {
  const at = (field: string, message: string) => [{ path: [field], message }]
  switch (reason.code) {
    case 'price-changed':
      return priceIssues(reason, lines)
    case 'shipping-required':
      return at('shipping_type', messages.shippingRequired)
    case 'shipping-changed':
      return at('shipping_value', messages.shippingChanged)
    case 'address-missing':
    case 'payer-incomplete':
      return at('profile', messages.payerIncomplete)
    case 'photo-gone':
      return lines.flatMap(({ file }, index) => (file ? atLine(index, 'file', messages.photoGone) : []))
    case 'just-ordered':
      return at('repeats', messages.justOrdered(reason.orderId))
    case 'not-sellable':
      return at('publications', messages.notOnSale)
    case 'not-renewable':
      return linesWith(reason, lines).map(({ index }) =>
        atLine(index, 'signature', renewalBlockerLabels[reason.blocker]),
      )
    case 'total-too-high':
      return at('non_field_errors', messages.totalTooHigh)
    case 'below-minimum':
      return at('non_field_errors', messages.belowMinimum(formatReais(reason.minimum)))
    case 'email-taken':
    case 'cart-empty':
    case 'form-stale':
      return at('non_field_errors', messages.formStale)
  }
}

type PriceChanged = Extract<OrderRefusalReason, { code: 'price-changed' }>

function priceIssues({ itemKey: key, price }: PriceChanged, lines: Lines): Issue[] {
  return linesWith({ itemKey: key }, lines).flatMap(({ index, value }) =>
    value === price ? [] : atLine(index, 'value', messages.priceChanged(formatReais(price))),
  )
}

function linesWith({ itemKey: key }: { itemKey: string }, lines: Lines) {
  return lines.flatMap((line, index) => (keyOfLine(line) === key ? { index, value: line.value } : []))
}
