import { type Boleto as BoletoDocument, renderBoleto } from '#app/documents/boleto.tsx'
import { bankCodeWithDigit } from '#app/domain/charges/boleto.ts'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { JobRefused, missingSettings } from '#app/domain/platform/job-event.ts'
import type { Company } from '#app/domain/settings/company.ts'
import { faultPoint } from '#app/fault-point.server.ts'
import { htmlToPdf } from '#app/gateways/pdf.server.ts'
import { putFile } from '#app/gateways/storage.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { findLook } from '#app/mails/platform/sender.server.ts'
import { findCurrentBoleto, recordBoletoFile } from '#app/models/charges/boleto.server.ts'
import { termsOfRow } from '#app/models/charges/boleto-terms.server.ts'
import { findOrderDocument } from '#app/models/orders/order.server.ts'
import { findCompany, getShopRules } from '#app/models/settings/setting.server.ts'
import { placeLine, streetLine } from '#app/text/accounts/address-labels.ts'
import { formatPaymentPlace, promisesTerms, termLines } from '#app/text/charges/terms-labels.ts'
import { shippingName } from '#app/text/checkout/shipping-labels.ts'
import { formatDocument } from '#app/text/platform/format.ts'
import { bankName } from '#app/text/settings/bank-labels.ts'
import { lineName } from '#app/text/subscriptions/renewal-labels.ts'

export const renderBoletoPdf: Job = {
  queue: 'pdf',
  async run(subject, event) {
    const orderId = Number(subject)
    const [order, boleto, company, rules, look] = await Promise.all([
      findOrderDocument(orderId),
      findCurrentBoleto(orderId),
      findCompany(),
      getShopRules(),
      findLook(),
    ])
    if (!order || !boleto) throw new JobRefused('no order or no boleto to print')
    if (!company) throw new JobRefused(missingSettings.company)
    if (boleto.pdf_file) return
    faultPoint('render-boleto:before-pdf')
    const paper = { ...toBoletoDocument(order, boleto, company, rules.boletoInstructions), look }
    const pdf = await htmlToPdf(renderBoleto(paper))
    const file = `boletos/${boleto.id}.pdf`
    await putFile(file, pdf)
    faultPoint('render-boleto:stored')
    await recordBoletoFile(boleto.id, file)
    // If another boleto was issued meanwhile, this row of the outbox must print that one.
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
  const terms = termsOfRow(boleto)
  return {
    bank: { code: boleto.bank, codeWithDigit: bankCodeWithDigit(boleto.bank), name: bankName(boleto.bank) },
    line: boleto.line,
    barcode: boleto.barcode,
    pixPayload: boleto.pix_payload,
    beneficiary: {
      name: company.name,
      document: formatDocument(company.cnpj),
      addressLine1: streetLine(company),
      addressLine2: placeLine(company, company.zipCode),
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
    instructions: [...termLines(terms), ...instructions.filter((line) => !promisesTerms(line))],
    payer: {
      name: order.payer_name,
      document: formatDocument(order.payer_document),
      addressLine1: streetLine(order),
      addressLine2: placeLine(order, order.zip_code),
    },
    paymentPlace: formatPaymentPlace({ dueDate: boleto.due_date, payableUntil: boleto.payable_until }),
    order: {
      number: order.id,
      purchaseOrder: order.purchase_order,
      lines: order.lines.map((line) => ({
        name: lineName(line),
        version: line.version,
        quantity: line.quantity,
        totalCents: line.value * line.quantity,
      })),
      shippingCents: order.shipping_value,
      shippingLabel:
        order.shipping_type === shippingTypes.download ? 'Sem frete' : shippingName(order.shipping_type),
    },
  }
}
