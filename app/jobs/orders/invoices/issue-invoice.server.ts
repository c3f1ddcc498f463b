import { getIssuedModel } from '#app/domain/orders/invoices/invoice.ts'
import { reachFaultPoint } from '#app/fault-point.server.ts'
import { FiscalRefused } from '#app/gateways/fiscal-issuer/fiscal-issuer.ts'
import {
  isAbandonedTest,
  readRemoteInvoice,
  requireFiscalIssuer,
  requireIssuedInvoice,
  settleInvoice,
} from '#app/jobs/orders/invoices/fiscal-access.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { planOrderInvoices } from '#app/models/orders/invoices/invoice-data.server.ts'
import {
  type InvoiceAnswer,
  type IssuedInvoice,
  isOrderPaid,
} from '#app/models/orders/invoices/issued-invoice.server.ts'
import {
  abandonedTestText,
  invoiceFaultTexts,
  listRefusalMessages,
  unpaidOrderText,
} from '#app/text/orders/invoice-labels.ts'

/** Issues an invoice. If the response was lost, a repeat finds the invoice by its reference. */
export const issueInvoice: Job = {
  queue: 'work',
  async run(subject) {
    const invoice = await requireIssuedInvoice(Number(subject))
    if (invoice.state !== 'draft') return
    const answer = isAbandonedTest(invoice) ? makeTestRefusal() : await requestInvoice(invoice)
    reachFaultPoint('issue-invoice:answered')
    await settleInvoice(invoice.id, answer, 0)
  },
}

/** Reads the state of an invoice in progress. The subject is '{invoice}/{turn}'. */
export const readInvoice: Job = {
  queue: 'work',
  async run(subject) {
    const [id, turn] = subject.split('/').map(Number)
    const invoice = await requireIssuedInvoice(id ?? 0)
    if (invoice.state !== 'sent') return
    const remote = isAbandonedTest(invoice)
      ? makeTestRefusal()
      : await readRemoteInvoice(requireFiscalIssuer(invoice), invoice)
    reachFaultPoint('read-invoice:answered')
    await settleInvoice(invoice.id, remote, turn ?? 0)
  },
}

/**
 * Requests the document, unless data are missing or the order is not paid. Returns a document that the issuer already
 * has. An NFS-e has the layout that staff saw.
 */
async function requestInvoice(invoice: IssuedInvoice): Promise<InvoiceAnswer> {
  const { orderId, model, layout, reference } = invoice
  const issuer = requireFiscalIssuer(invoice)
  if (!(await isOrderPaid(orderId))) {
    const issuedInvoice = await issuer.read(getIssuedModel(invoice), reference)
    return issuedInvoice ?? makeRefusal([unpaidOrderText])
  }
  const plan = await planOrderInvoices(orderId, model === 'nfse' ? { layout: layout ?? 'city' } : {})
  const request = plan?.ok ? plan.requests.find((planned) => planned.model === model) : undefined
  if (request)
    return issuer.issue({ ...request, reference }).catch((error) => {
      if (!(error instanceof FiscalRefused)) throw error
      return makeRefusal(listRefusalMessages(error))
    })
  const knownInvoice = await issuer.read(getIssuedModel(invoice), reference)
  if (knownInvoice) return knownInvoice
  const faults = plan && !plan.ok ? plan.faults : []
  return makeRefusal(faults.map(({ code }) => invoiceFaultTexts[code]))
}

function makeTestRefusal(): InvoiceAnswer {
  return makeRefusal([abandonedTestText])
}

function makeRefusal(messages: readonly string[]): InvoiceAnswer {
  const emptyFields = { series: null, number: null, key: null, protocol: null }
  const singleLineMessages = messages.map((message) => message.replace(/\s+/g, ' '))
  return { state: 'refused', ...emptyFields, messages: singleLineMessages }
}
