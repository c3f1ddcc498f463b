import { getIssuedModel } from '#app/domain/orders/invoices/invoice.ts'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import { reachFaultPoint } from '#app/fault-point.server.ts'
import {
  type FiscalIssuer,
  FiscalRefused,
  type RemoteCorrection,
} from '#app/gateways/fiscal-issuer/fiscal-issuer.ts'
import {
  readRemoteInvoice,
  requireFiscalIssuer,
  requireIssuedInvoice,
  settleInvoice,
} from '#app/jobs/orders/invoices/fiscal-access.server.ts'
import { storeFileOrLog } from '#app/jobs/orders/invoices/keep-invoice-files.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import {
  type CorrectionLetter,
  findCorrection,
  markCorrectionRefused,
  settleCorrection,
} from '#app/models/orders/invoices/correction.server.ts'
import { restoreInvoiceAfterRefusal } from '#app/models/orders/invoices/issued-invoice.server.ts'
import { listRefusalMessages } from '#app/text/orders/invoice-labels.ts'

/** Cancels an invoice at the revenue office. A repeat does no harm. */
export const cancelIssued: Job = {
  queue: 'work',
  async run(subject) {
    const invoice = await requireIssuedInvoice(Number(subject))
    if (invoice.state !== 'cancelling') return
    const { id, reference, cancelReason } = invoice
    const remote = await requireFiscalIssuer(invoice)
      .cancel(getIssuedModel(invoice), reference, cancelReason ?? '')
      .catch(async (error) => {
        if (!(error instanceof FiscalRefused)) throw error
        await restoreInvoiceAfterRefusal(id, listRefusalMessages(error))
        throw new JobRefused('the cancellation was refused')
      })
    reachFaultPoint('cancel-invoice:answered')
    if (remote.state !== 'cancelled') throw new Error('the invoice is not cancelled yet')
    await settleInvoice(id, remote, 0)
  },
}

/** Sends a correction letter and stores its files. If an earlier response was lost, finds the letter by its number. */
export const correctIssued: Job = {
  queue: 'work',
  async run(subject, { attempt = 1 }) {
    const letter = await findCorrection(Number(subject))
    if (!letter) throw new JobRefused('no such correction letter')
    if (letter.state === 'refused') return
    const invoice = await requireIssuedInvoice(letter.invoiceId)
    const issuer = requireFiscalIssuer(invoice)
    const correction = await sendLetter(issuer, letter, invoice)
    reachFaultPoint('correct-invoice:answered')
    await settleCorrection(letter.id, correction.ordinal)
    // The issuer has the files of the newest letter only.
    if (letter.ordinal !== null && letter.ordinal !== correction.ordinal) return
    const lossReasons: (string | null)[] = []
    for (const part of ['xml', 'pdf'] as const) {
      const file = correction[part]
      if (!file) continue
      const letterFile = { file, kind: `letter-${correction.ordinal}.${part}` } as const
      lossReasons.push(await storeFileOrLog(issuer, invoice, letterFile, attempt))
    }
    const [lossReason] = lossReasons.filter((reason) => reason !== null)
    if (lossReason !== undefined) throw new JobRefused(lossReason)
  },
}

type InvoiceReference = { model: 'nfe' | 'nfse'; reference: string }

async function sendLetter(
  issuer: FiscalIssuer,
  { id, text, before }: CorrectionLetter,
  invoice: InvoiceReference,
): Promise<Omit<RemoteCorrection, 'messages'>> {
  const { letter: newestLetter } = await readRemoteInvoice(issuer, invoice)
  // An earlier attempt has sent this letter, but its response was lost.
  if (newestLetter && newestLetter.ordinal > before) return newestLetter
  return issuer.requestCorrection(invoice.reference, text).catch(async (error) => {
    if (!(error instanceof FiscalRefused)) throw error
    await markCorrectionRefused(id, listRefusalMessages(error))
    throw new JobRefused('the correction letter was refused')
  })
}
