import type { Issue } from '#app/api/field-errors.ts'
import { getLineKey, type LineBody } from '#app/api/operations/orders/order-body.ts'
import { type ApiError, makeIssuesError } from '#app/api/problem.server.ts'
import type { OrderRefusalReason } from '#app/models/orders/order-placement.server.ts'
import type { ApiCode } from '#app/text/platform/api-codes.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { messages } from '#app/text/platform/messages.ts'
import { renewalBlockerLabels } from '#app/text/subscriptions/renewal-labels.ts'

/** Throws ApiError 400 if there are issues. */
export function rejectIssues(issues: readonly Issue[]): void {
  if (issues.length > 0) throw makeIssuesError(issues)
}

export function makeLineIssue(index: number, field: string, message: string, code?: ApiCode): Issue {
  return { path: ['publications', index, field], message, code }
}

type Lines = readonly Pick<LineBody, 'publication' | 'value' | 'signature' | 'file'>[]

/** Returns ApiError 400 for a rejected order, with the message at the field that caused it. */
export function toOrderError(reason: OrderRefusalReason, lines: Lines): ApiError {
  const code = getRefusalCode(reason.code)
  return makeIssuesError(listIssues(reason, lines).map((issue) => ({ ...issue, code })))
}

export function getRefusalCode(code: OrderRefusalReason['code']): ApiCode {
  return refusalCodes[code]
}

const refusalCodes: Record<OrderRefusalReason['code'], ApiCode> = {
  'price-changed': 'price_changed',
  'shipping-required': 'shipping_required',
  'shipping-changed': 'shipping_changed',
  'address-missing': 'profile_incomplete',
  'payer-incomplete': 'profile_incomplete',
  'photo-gone': 'photo_gone',
  'just-ordered': 'order_repeated',
  'not-sellable': 'not_on_sale',
  'not-renewable': 'not_renewable',
  'total-too-high': 'total_too_high',
  'below-minimum': 'below_minimum',
  'email-taken': 'email_taken',
  'cart-empty': 'conflict',
  'form-stale': 'conflict',
}

function listIssues(reason: OrderRefusalReason, lines: Lines): Issue[] {
  const makeIssue = (field: string, message: string) => [{ path: [field], message }]
  switch (reason.code) {
    case 'price-changed':
      return listPriceIssues(reason, lines)
    case 'shipping-required':
      return makeIssue('shipping_type', messages.shippingRequired)
    case 'shipping-changed':
      return makeIssue('shipping_value', messages.shippingChanged)
    case 'address-missing':
    case 'payer-incomplete':
      return makeIssue('profile', messages.payerIncomplete)
    case 'photo-gone':
      return lines.flatMap(({ file }, index) =>
        file ? makeLineIssue(index, 'file', messages.photoGone) : [],
      )
    case 'just-ordered':
      return makeIssue('repeats', messages.justOrdered(reason.orderId))
    case 'not-sellable':
      return makeIssue('publications', messages.notOnSale)
    case 'not-renewable':
      return findLines(reason, lines).map(({ index }) =>
        makeLineIssue(index, 'signature', renewalBlockerLabels[reason.blocker]),
      )
    case 'total-too-high':
      return makeIssue('non_field_errors', messages.totalTooHigh)
    case 'below-minimum':
      return makeIssue('non_field_errors', messages.belowMinimum(formatReais(reason.minimum)))
    case 'email-taken':
    case 'cart-empty':
    case 'form-stale':
      return makeIssue('non_field_errors', messages.formStale)
  }
}

type PriceChanged = Extract<OrderRefusalReason, { code: 'price-changed' }>

function listPriceIssues({ itemKey, price }: PriceChanged, lines: Lines): Issue[] {
  return findLines({ itemKey }, lines).flatMap(({ index, value }) =>
    value === price ? [] : makeLineIssue(index, 'value', messages.priceChanged(formatReais(price))),
  )
}

function findLines({ itemKey }: { itemKey: string }, lines: Lines) {
  return lines.flatMap((line, index) => (getLineKey(line) === itemKey ? { index, value: line.value } : []))
}
