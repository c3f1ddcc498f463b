import { z } from 'zod'
import { defineOperation } from '#app/api/operation.server.ts'
import {
  lastDaysFields,
  makeNameFilterSchema,
  thisMonthFields,
} from '#app/api/operations/reports/period-body.ts'
import { maxReportRows, readReport } from '#app/api/operations/reports/read-report.server.ts'
import {
  clientReportWire,
  priceReportWire,
  productReportWire,
  shipmentReportWire,
  toClientReports,
  toPriceReport,
  toProductReport,
  toShipmentReport,
} from '#app/api/wire/report-rows.ts'
import { idInput } from '#app/api/wire/values.ts'
import { clientsSheet } from '#app/reports/clients.server.ts'
import { productsSheet } from '#app/reports/products.server.ts'
import { publicationPricesSheet } from '#app/reports/publication-prices.server.ts'
import { shipmentListSheet } from '#app/reports/shipment-list.server.ts'

export const reportShipments = defineOperation({
  id: 'reportShipments',
  method: 'POST',
  path: '/api/reports/expedition_list/',
  tag: 'Relatórios',
  summary: 'Expedições',
  description: `Uma linha por exemplar, pela data do envio ou, antes dele, da criação. Até ${maxReportRows} linhas.`,
  access: 'staff',
  scope: 'reports:read',
  body: z.strictObject({
    ...lastDaysFields,
    client: idInput.nullish().meta({ description: 'Número do perfil; null: todos', example: 12 }),
  }),
  success: { status: 200, description: 'O que saiu', schema: z.array(shipmentReportWire) },
  async handle({ body }) {
    const rows = await readReport(shipmentListSheet, body, { client_search: 'client' })
    return rows.map(toShipmentReport)
  },
})

export const reportClients = defineOperation({
  id: 'reportClients',
  method: 'POST',
  path: '/api/reports/clients/',
  tag: 'Relatórios',
  summary: 'Clientes',
  description: `O que cada cliente comprou em pedidos pagos do período, por nome. Até ${maxReportRows} linhas de pedidos.`,
  access: 'staff',
  scope: 'reports:read',
  body: z.strictObject({ ...thisMonthFields, clientName: makeNameFilterSchema('do cliente') }),
  success: { status: 200, description: 'Os clientes', schema: z.array(clientReportWire) },
  async handle({ body }) {
    return toClientReports(await readReport(clientsSheet, body))
  },
})

export const reportProducts = defineOperation({
  id: 'reportProducts',
  method: 'POST',
  path: '/api/reports/products/',
  tag: 'Relatórios',
  summary: 'Produtos',
  description: `O que foi vendido em pedidos pagos do período, por publicação e revisão. Até ${maxReportRows} linhas.`,
  access: 'staff',
  scope: 'reports:read',
  body: z.strictObject({ ...thisMonthFields, nameProduct: makeNameFilterSchema('da publicação') }),
  success: { status: 200, description: 'Os produtos', schema: z.array(productReportWire) },
  async handle({ body }) {
    const rows = await readReport(productsSheet, body)
    return rows.map(toProductReport)
  },
})

export const reportPublicationPrices = defineOperation({
  id: 'reportPublicationPrices',
  method: 'GET',
  path: '/api/reports/publication_prices/',
  tag: 'Relatórios',
  summary: 'Preços das publicações',
  description: `Por nome. Até ${maxReportRows} publicações.`,
  access: 'staff',
  scope: 'reports:read',
  query: z.object({
    status: z
      .enum(['', '1', '2', '3'])
      .optional()
      .meta({ description: 'Vazio: ativas e inativas; 1 ativas, 2 inativas, 3 removidas', example: '1' }),
  }),
  success: { status: 200, description: 'As publicações', schema: z.array(priceReportWire) },
  async handle({ query }) {
    const rows = await readReport(publicationPricesSheet, query)
    return rows.map(toPriceReport)
  },
})
