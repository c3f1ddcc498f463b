import { type Boleto as BoletoDocument, renderBoleto } from '#app/documents/boleto.tsx'
import { formatBankCode } from '#app/domain/charges/boleto.ts'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { JobRefused, missingSettings } from '#app/domain/platform/job-event.ts'
import type { Company } from '#app/domain/settings/company.ts'
import { reachFaultPoint } from '#app/fault-point.server.ts'
import { convertHtmlToPdf } from '#app/gateways/pdf.server.ts'
import { putFile } from '#app/gateways/storage.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { findCompanyLook } from '#app/mails/platform/sender.server.ts'
import { findCurrentBoleto, recordBoletoFile } from '#app/models/charges/boleto.server.ts'
import { toBoletoTerms } from '#app/models/charges/boleto-terms.server.ts'
import { findOrderDocument } from '#app/models/orders/order.server.ts'
import { findCompany, getShopRules } from '#app/models/settings/setting.server.ts'
import { formatPlaceLine, formatStreetLine } from '#app/text/accounts/address-labels.ts'
import { formatPaymentPlace, listTermLines, mentionsTerms } from '#app/text/charges/terms-labels.ts'
import { getShippingName } from '#app/text/checkout/shipping-labels.ts'
import { formatDocument } from '#app/text/platform/format.ts'
import { getBankName } from '#app/text/settings/bank-labels.ts'
import { formatLineName } from '#app/text/subscriptions/renewal-labels.ts'

export const renderBoletoPdf: Job = {
  queue: 'pdf',
  async run(subject, event) {
    const orderId = Number(subject)
    const [order, boleto, company, rules, companyLook] = await Promise.all([
      findOrderDocument(orderId),
      findCurrentBoleto(orderId),
      findCompany(),
      getShopRules(),
      findCompanyLook(),
    ])
    if (!order || !boleto) throw new JobRefused('no order or no boleto to print')
    if (!company) throw new JobRefused(missingSettings.company)
    if (boleto.pdf_file) return
    reachFaultPoint('render-boleto:before-pdf')
    const boletoDocument = toBoletoDocument(order, boleto, company, rules.boletoInstructions)
    const pdf = await convertHtmlToPdf(renderBoleto({ ...boletoDocument, look: companyLook }))
    const file = `boletos/${boleto.id}.pdf`
    await putFile(file, pdf)
    reachFaultPoint('render-boleto:stored')
    await recordBoletoFile(boleto.id, file)
    // If another boleto was issued meanwhile, this row of the outbox must also print the other boleto.
    if ((await findCurrentBoleto(orderId))?.id !== boleto.id) await renderBoletoPdf.run(subject, event)
  },
}

type OrderDocument = NonNullable<Awaited<ReturnType<typeof findOrderDocument>>>
type Boleto = NonNullable<Awaited<ReturnType<typeof findCurrentBoleto>>>

function toBoletoDocument(
  order: OrderDocument,
  boleto: Boleto,
  company: Company,
  instructions: string[],
): BoletoDocument {
  const terms = toBoletoTerms(boleto)
  return {
    bank: { code: boleto.bank, codeWithDigit: formatBankCode(boleto.bank), name: getBankName(boleto.bank) },
    line: boleto.line,
    barcode: boleto.barcode,
    pixPayload: boleto.pix_payload,
    beneficiary: {
      name: company.name,
      document: formatDocument(company.cnpj),
      addressLine1: formatStreetLine(company),
      addressLine2: formatPlaceLine(company, company.zipCode),
    },
    agencyAndCode: boleto.agency_and_code || '-',
    ourNumber: boleto.our_number_printed,
    documentNumber: boleto.document_number,
    kind: 'DM',
    acceptance: 'N',
    documentDate: boleto.document_date,
    processingDate: boleto.document_date,
    dueDate: boleto.due_date,
    wallet: boleto.wallet || '-',
    valueCents: boleto.value,
    instructions: [...listTermLines(terms), ...instructions.filter((line) => !mentionsTerms(line))],
    payer: {
      name: order.payer_name,
      document: formatDocument(order.payer_document),
      addressLine1: formatStreetLine(order),
      addressLine2: formatPlaceLine(order, order.zip_code),
    },
    paymentPlace: formatPaymentPlace({ dueDate: boleto.due_date, payableUntil: boleto.payable_until }),
    order: {
      number: order.id,
      purchaseOrder: order.purchase_order,
      lines: order.lines.map((line) => ({
        name: formatLineName(line),
        version: line.version,
        quantity: line.quantity,
        totalCents: line.value * line.quantity,
      })),
      shippingCents: order.shipping_value,
      shippingLabel:
        order.shipping_type === shippingTypes.download ? 'Sem frete' : getShippingName(order.shipping_type),
    },
  }
}
