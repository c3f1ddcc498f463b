import type { Submission, SubmissionResult } from '@conform-to/react'
import { data } from '@remix-run/node'
import { formatCep } from '#app/domain/accounts/cep.ts'
import type { Conflict } from '#app/domain/platform/conflict.ts'
import { type FillResult, fillAddressFromCep } from '#app/http/checkout/account-addresses.server.ts'
import { readCepIntent } from '#app/http/checkout/cep-intent.ts'
import { loadConflict } from '#app/http/conflict.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound } from '#app/http/responses.server.ts'
import { type Address, formatAddressLine } from '#app/models/accounts/address.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import type {
  DeliveryCorrection,
  DeliveryCorrectionResult,
} from '#app/models/shipments/delivery-correction.server.ts'
import { deliveryTexts } from '#app/text/shipments/delivery-labels.ts'

type AddressRow = Address & { id: number }

/** The addresses to choose from. `account` is the client's present address; null if it equals `current`. */
export type DeliveryChoices = { current: AddressRow | null; account: AddressRow | null }

/** Returns the form's initial texts. The client's present address is preselected if it differs. */
export function getCorrectionTexts({ current, account }: DeliveryChoices): Record<string, string> {
  const { id: _, ...parts } = current ?? { id: 0, zip_code: '' }
  const texts = Object.entries({ ...parts, zip_code: parts.zip_code && formatCep(parts.zip_code) })
  return {
    ...Object.fromEntries(texts.map(([name, text]) => [`shipping.${name}`, text])),
    use: account ? 'account' : 'typed',
    with_orders: 'on',
  }
}

type CorrectionReply = {
  result?: SubmissionResult<string[]>
  conflict?: Conflict
  fillResult?: FillResult
}

type CorrectionFields = {
  shipping?: Address | undefined
  account?: number | undefined
  with_orders?: 'on' | undefined
  reason: string
  lock_version: number
}

type CorrectionTarget = {
  record: { entity: 'order' | 'shipment'; id: number }
  current: Address | null
  back: string
  save(
    correction: DeliveryCorrection & { includesOrders: boolean },
    seenVersion: number,
  ): Promise<DeliveryCorrectionResult>
}

/**
 * Replies to the form: fills the address from a CEP, or saves the correction. A concurrent change gets a 409.
 */
export async function answerCorrection(
  form: FormData,
  submission: Submission<CorrectionFields, string[]>,
  { record, current, back, save }: CorrectionTarget,
) {
  if (readCepIntent(form) === 'shipping')
    return data<CorrectionReply>({ fillResult: await fillAddressFromCep(form, 'shipping') })
  if (submission.status !== 'success')
    return data<CorrectionReply>({ result: submission.reply() }, { status: 400 })
  const { shipping, account, with_orders, reason, lock_version } = submission.value
  const to = shipping ?? { accountAddressId: account ?? 0 }
  try {
    const saveResult = await save({ to, reason, includesOrders: with_orders === 'on' }, lock_version)
    if (saveResult === 'unknown') return notFound()
    if (saveResult === 'changed')
      return redirectWithFlash(back, { tone: 'good', text: deliveryTexts.corrected })
    if (saveResult === 'not-possible')
      return redirectWithFlash(back, { tone: 'warn', text: deliveryTexts.notPossible })
    const use = [saveResult === 'unchanged' ? deliveryTexts.unchanged : deliveryTexts.accountChanged]
    return data<CorrectionReply>({ result: submission.reply({ fieldErrors: { use } }) }, { status: 400 })
  } catch (error) {
    if (!(error instanceof StaleRecordError)) throw error
    const conflict = await loadConflict(record, {
      labels: { delivery: deliveryTexts.title },
      stored: { delivery: formatAddressLine(current) ?? '-' },
      typed: { delivery: formatAddressLine(shipping) ?? deliveryTexts.ofAccount },
      sent: submission.payload,
      saved: { delivery: formatAddressLine(current) ?? '-' },
    })
    const result = submission.reply({ formErrors: [deliveryTexts.notCorrected] })
    return data<CorrectionReply>({ result, conflict }, { status: 409 })
  }
}
