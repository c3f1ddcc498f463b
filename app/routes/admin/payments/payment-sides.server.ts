import { findPaymentRecord } from '#app/models/payments/payment-record.server.ts'
import { paths } from '#app/paths.ts'
import {
  agreementTexts,
  compareBankWithBoleto,
  formatMatchDoubt,
  formatPayer,
} from '#app/routes/admin/payments/boleto-match-labels.ts'
import { formatReais } from '#app/text/platform/format.ts'

type Payment = { source: string; details: string | null; problem: string | null }

/** Returns both sides of a payment from a return file as text; null for other payments. */
export async function formatPaymentSides(payment: Payment) {
  const record = await findPaymentRecord(payment)
  if (!record) return null
  const { comparison, order_id: orderId, state, fee } = record
  const isDoubtful = payment.problem === 'boleto-differs' && comparison
  return {
    rows: compareBankWithBoleto(record).map((row) => ({
      ...row,
      agrees: row.agrees === null ? '' : agreementTexts[row.agrees],
    })),
    payer: formatPayer(record),
    fee: fee === 0 ? '' : formatReais(fee),
    doubt: isDoubtful ? formatMatchDoubt(comparison, state) : '',
    order: orderId === null ? null : { id: orderId, href: paths.admin.order(orderId) },
    file: {
      href: paths.admin.bankFile(record.bank_file_id),
      text: `Retorno nº ${record.bank_file_id}, linha ${record.line}`,
    },
  }
}
