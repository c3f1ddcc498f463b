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

/** Returns the invoices that the issuer would receive, and the data that are missing for them. */
export async function loadIssueData(order: InvoicedOrder) {
  const [invoices, plan, hasChangedBuyerTaxes] = await Promise.all([
    listInvoices(order.id),
    planOrderInvoices(order.id),
    areBuyerTaxesChanged(order.id),
  ])
  const validInvoices = invoices.filter((invoice) => isValidInvoice(invoice))
  const validModels = new Set(validInvoices.map(({ model }) => model))
  const wasIssuedElsewhere = isIssuedElsewhere(order.nfe, invoices)
  const requests =
    plan?.ok && !wasIssuedElsewhere ? plan.requests.filter(({ model }) => !validModels.has(model)) : []
  return {
    seen: invoices.length,
    hasIssuer: env.HAS_FISCAL_ISSUER,
    hasChangedBuyerTaxes,
    faults:
      plan && !plan.ok && !wasIssuedElsewhere ? plan.faults.map((fault) => toFaultRow(fault, order)) : [],
    documents: requests.map(toDocumentPreview),
  }
}

function toDocumentPreview(request: InvoiceRequest) {
  const { model, buyer, issuer, environment, regime, series, total } = request
  const { address } = buyer
  const stateRegistration = buyer.ie ? `, IE ${buyer.ie}` : ''
  const isResellingContributor = buyer.isReseller && buyer.indicator === '1'
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
      { key: 'Destinatário', value: `${buyer.name}, ${formatDocument(buyer.document)}${stateRegistration}` },
      ...(request.model === 'nfse'
        ? [{ key: 'Emitida por', value: serviceLayoutNames[request.layout] }]
        : []),
      { key: 'ICMS', value: contributorLabels[isResellingContributor ? 'R' : buyer.indicator] },
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

type GoodsItem = Extract<InvoiceRequest, { model: 'nfe' }>['items'][number]
type ServiceItem = Extract<InvoiceRequest, { model: 'nfse' }>['items'][number]

function formatGoodsCodes({ ncm, cfop, icms, pisCofinsCst, ibsCbsCst, classTrib }: GoodsItem): string {
  const tax = `ICMS ${icms}, PIS/COFINS ${pisCofinsCst}, IBS/CBS ${ibsCbsCst}, cClassTrib ${classTrib}`
  return `NCM ${formatTaxCode('ncm', ncm)}, CFOP ${cfop}, ${tax}`
}

function formatServiceCodes({ serviceCode, nationalCode, nbs, reform }: ServiceItem): string {
  return [
    `Serviço ${nationalCode ? formatTaxCode('national_code', nationalCode) : serviceCode}`,
    ...(nbs ? [`NBS ${nbs}`] : []),
    ...(reform
      ? [`IBS/CBS ${reform.cst}, cClassTrib ${reform.classTrib}, cIndOp ${reform.operationCode}`]
      : []),
  ].join(', ')
}
