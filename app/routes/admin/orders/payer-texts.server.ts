import type { Submission } from '@conform-to/react'
import { formatCep } from '#app/domain/accounts/cep.ts'
import { loadConflict, replyWithStored } from '#app/http/conflict.server.ts'
import { type Address, addressFields } from '#app/models/accounts/address.server.ts'
import { payerFieldLabels, payerTexts } from '#app/text/payments/payer-labels.ts'
import { formatDocument } from '#app/text/platform/format.ts'

type Payer = { name: string; document: string; billing: Address | undefined }

/** Returns the payer's data as the texts of the form's fields. */
export function toPayerFields({ name, document, billing }: Payer): Record<string, string> {
  const addressTexts = addressFields.map((field) => [`billing.${field}`, billing?.[field] ?? ''] as const)
  return {
    payer_name: name,
    payer_document: formatDocument(document),
    ...Object.fromEntries(addressTexts),
    'billing.zip_code': billing ? formatCep(billing.zip_code) : '',
  }
}

type PayerForm = { payer_name: string; payer_document: string; billing: Address }

/** Returns the form's reply after a conflict: the typed texts beside those that another person saved. */
export async function makePayerConflict(
  order: { id: number; current: Payer },
  submission: Extract<Submission<PayerForm, string[]>, { status: 'success' }>,
) {
  const { payer_name: name, payer_document: document, billing } = submission.value
  const stored = toPayerFields(order.current)
  const versions = {
    labels: payerFieldLabels,
    stored,
    typed: toPayerFields({ name, document, billing }),
    sent: submission.payload,
    saved: stored,
  }
  const conflict = await loadConflict({ entity: 'order', id: order.id }, versions)
  const faults = submission.reply({ formErrors: [payerTexts.notCorrected] })
  return { result: replyWithStored(faults, versions), conflict }
}
