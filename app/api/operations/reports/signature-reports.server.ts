import { z } from 'zod'
import { defineOperation } from '#app/api/operation.server.ts'
import { lastDaysFields, saleStatus, thisMonthFields } from '#app/api/operations/reports/period-body.ts'
import { countReport, maxReportRows, readReport } from '#app/api/operations/reports/read-report.server.ts'
import { endingReportWire, soldReportWire, toEndingReport, toSoldReport } from '#app/api/wire/report-rows.ts'
import { parseSaleKind } from '#app/domain/checkout/sale-kind.ts'
import { expiredSignaturesSheet } from '#app/reports/expired-signatures.server.ts'
import { soldLinesSheets } from '#app/reports/sold-lines.server.ts'

export const reportExpiredSignatures = defineOperation({
  id: 'reportExpiredSignatures',
  method: 'POST',
  path: '/api/reports/expired_signatures/',
  tag: 'Relatórios',
  summary: 'Assinaturas vencidas',
  description: `As que vencem no período, passado ou futuro, e não foram renovadas; por vencimento. Até ${maxReportRows} linhas.`,
  access: 'staff',
  scope: 'reports:read',
  body: z.strictObject(lastDaysFields),
  success: { status: 200, description: 'As assinaturas', schema: z.array(endingReportWire) },
  async handle({ body }) {
    const rows = await readReport(expiredSignaturesSheet, body)
    return rows.map(toEndingReport)
  },
})

export const reportMonthCount = defineOperation({
  id: 'reportMonthCount',
  method: 'POST',
  path: '/api/reports/month_count/',
  tag: 'Relatórios',
  summary: 'Contagem do mês',
  description:
    'Quantas assinaturas, renovações ou compras há em pedidos pagos do período, pela data do pedido.',
  access: 'staff',
  scope: 'reports:read',
  body: z.strictObject({ ...thisMonthFields, status: saleStatus }),
  success: { status: 200, description: 'O número', schema: z.number().int().meta({ example: 4 }) },
  handle: ({ body }) => countReport(findSheet(body.status), body),
})

export const reportSignatureOrders = defineOperation({
  id: 'reportSignatureOrders',
  method: 'POST',
  path: '/api/reports/signatures_orders/',
  tag: 'Relatórios',
  summary: 'Assinaturas, renovações ou compras',
  description: `Unidades de pedidos pagos, pela data do pedido, a mais nova primeiro. Até ${maxReportRows} linhas.`,
  access: 'staff',
  scope: 'reports:read',
  body: z.strictObject({ ...thisMonthFields, status: saleStatus }),
  success: { status: 200, description: 'As unidades', schema: z.array(soldReportWire) },
  async handle({ body }) {
    const rows = await readReport(findSheet(body.status), body)
    return rows.map(toSoldReport)
  },
})

function findSheet(status: z.output<typeof saleStatus>) {
  return soldLinesSheets[parseSaleKind(String(status)) ?? 'subscription']
}
