import { isIssuedElsewhere, isValidInvoice } from '#app/domain/orders/invoices/invoice.ts'
import type { InvoiceRequest } from '#app/domain/orders/invoices/invoice-request.ts'
import { env } from '#app/env.server.ts'
import { areBuyerTaxesChanged } from '#app/models/orders/invoices/buyer-taxes.server.ts'
import { listInvoices } from '#app/models/orders/invoices/invoice.server.ts'
import { planOrderInvoices } from '#app/models/orders/invoices/invoice-data.server.ts'
import { type InvoicedOrder, toFaultRow } from '#app/routes/admin/orders/order-invoices.server.ts'
import { formatPlaceLine, formatStreetLine } from '#app/text/accounts/address-labels.ts'
import { contributorLabels } from '#app/text/accounts/ie-labels.ts'
import { formatTaxCode } from '#app/text/catalogue/tax-labels.ts'
import { invoiceModelNames } from '#app/text/orders/invoice-labels.ts'
import { formatDocument } from '#app/text/platform/format.ts'
import { regimeLabels } from '#app/text/settings/fiscal-labels.ts'
import { serviceLayoutNames } from '#app/text/settings/service-layout-labels.ts'

/** Returns the data that would be sent to the issuer, and those that are missing. */
export async function loadIssueData(order: InvoicedOrder) {
  const [invoices, plan, hasNewBuyer] = await Promise.all([
    listInvoices(order.id),
    planOrderInvoices(order.id),
    areBuyerTaxesChanged(order.id),
  ])
  const live = new Set(invoices.flatMap((invoice) => (isValidInvoice(invoice) ? [invoice.model] : [])))
  const isOver = isIssuedElsewhere(order.nfe, invoices)
  const requests = plan?.ok && !isOver ? plan.requests.filter(({ model }) => !live.has(model)) : []
  return {
    seen: invoices.length,
    hasAccess: env.HAS_FISCAL_ISSUER,
    hasNewBuyer,
    faults: plan && !plan.ok && !isOver ? plan.faults.map((fault) => toFaultRow(fault, order)) : [],
    documents: requests.map(toShownRequest),
  }
}

function toShownRequest(request: InvoiceRequest) {
  const { model, buyer, issuer, environment, regime, series, total } = request
  const { address } = buyer
  const ie = buyer.ie ? `, IE ${buyer.ie}` : ''
  const resells = buyer.isReseller && buyer.indicator === '1'
  const delivery = request.model === 'nfe' ? request.delivery : null
  return {
    model,
    name: invoiceModelNames[model],
    total,
    isTest: environment === 'test',
    rows: [
      {
        key: 'Emitente',
        value: `${issuer.name}, CNPJ ${formatDocument(issuer.cnpj)}, ${regimeLabels[regime]}`,
      },
      ...(series === '' ? [] : [{ key: 'Série', value: String(series) }]),
      { key: 'Destinatário', value: `${buyer.name}, ${formatDocument(buyer.document)}${ie}` },
      ...(request.model === 'nfse'
        ? [{ key: 'Emitida por', value: serviceLayoutNames[request.layout] }]
        : []),
      { key: 'ICMS', value: contributorLabels[resells ? 'R' : buyer.indicator] },
      {
        key: 'Endereço',
        value: `${formatStreetLine(address)}, ${formatPlaceLine(address, address.zip_code)}`,
      },
      ...(delivery
        ? [
            {
              key: 'Entrega',
              value: `${formatStreetLine(delivery)}, ${formatPlaceLine(delivery, delivery.zip_code)}`,
            },
          ]
        : []),
      ...(request.purchaseOrder ? [{ key: 'Pedido do comprador', value: request.purchaseOrder }] : []),
    ],
    freight: request.model === 'nfe' ? request.freight.value : 0,
    items: request.items.map((item) => ({
      position: item.position,
      description: item.description,
      quantity: item.quantity,
      value: item.value,
      codes: 'ncm' in item ? formatGoodsCodes(item) : formatServiceCodes(item),
    })),
  }
}

type Goods = Extract<InvoiceRequest, { model: 'nfe' }>['items'][number]
type Service = Extract<InvoiceRequest, { model: 'nfse' }>['items'][number]

function formatGoodsCodes({ ncm, cfop, icms, pisCofinsCst, ibsCbsCst, classTrib }: Goods): string {
  const tax = `ICMS ${icms}, PIS/COFINS ${pisCofinsCst}, IBS/CBS ${ibsCbsCst}, cClassTrib ${classTrib}`
  return `NCM ${formatTaxCode('ncm', ncm)}, CFOP ${cfop}, ${tax}`
}

function formatServiceCodes({ serviceCode, nationalCode, nbs, reform }: Service): string {
  return [
    `Serviço ${nationalCode ? formatTaxCode('national_code', nationalCode) : serviceCode}`,
    ...(nbs ? [`NBS ${nbs}`] : []),
    ...(reform
      ? [`IBS/CBS ${reform.cst}, cClassTrib ${reform.classTrib}, cIndOp ${reform.operationCode}`]
      : []),
  ].join(', ')
}
