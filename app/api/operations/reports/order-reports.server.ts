import { z } from 'zod'
import { defineOperation } from '#app/api/operation.server.ts'
import { lastDaysFields } from '#app/api/operations/reports/period-body.ts'
import { maxReportRows, readReport } from '#app/api/operations/reports/read-report.server.ts'
import { hiddenField } from '#app/api/wire/hidden-field.ts'
import { orderReportWire, toOrderReport } from '#app/api/wire/report-rows.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { RegistrationRow } from '#app/models/reports/orders-by-registration.server.ts'
import { listSoldUnits } from '#app/models/reports/paid-orders.server.ts'
import { getScreenReader } from '#app/models/reports/report-db.server.ts'
import { ordersByRegistrationSheet } from '#app/reports/orders-by-registration.server.ts'
import { paidOrdersSheet } from '#app/reports/paid-orders.server.ts'

export const reportOrdersByPrefix = defineOperation({
  id: 'reportOrdersByPrefix',
  method: 'POST',
  path: '/api/reports/order_by_prefix/',
  tag: 'Relatórios',
  summary: 'Pedidos por prefixo',
  description: `Em todas as situações, o mais novo primeiro; de cada pedido, só as publicações da aeronave. Até ${maxReportRows} linhas.`,
  access: 'staff',
  scope: 'reports:read',
  body: z.strictObject({
    prefix: z.string().max(20).nullish().meta({
      description: 'Inteiro, como PT-ABC ou ptabc, ou o começo, com ao menos duas letras',
      example: 'PT-ABC',
    }),
  }),
  success: { status: 200, description: 'Os pedidos', schema: z.array(orderReportWire) },
  async handle({ body }) {
    return groupByOrder(await readReport(ordersByRegistrationSheet, body))
  },
})

export const reportPaidOrders = defineOperation({
  id: 'reportPaidOrders',
  method: 'POST',
  path: '/api/reports/paid_orders/',
  tag: 'Relatórios',
  summary: 'Pedidos pagos',
  description: `O mais novo primeiro; o total acumulado é a soma exata de \`total\`. Até ${maxReportRows} pedidos.`,
  access: 'staff',
  scope: 'reports:read',
  body: z.strictObject({
    ...lastDaysFields,
    by: hiddenField(
      z
        .enum(['date', 'paid_on'])
        .optional()
        .meta({ description: 'Contar por data do pedido (date) ou de pagamento (paid_on)', example: 'date' }),
    ),
  }),
  success: { status: 200, description: 'Os pedidos', schema: z.array(orderReportWire) },
  async handle({ body }) {
    const rows = await readReport(paidOrdersSheet, body)
    const units = await listSoldUnits(
      rows.map(({ id }) => id),
      getScreenReader(),
    )
    return rows.map((row) =>
      toOrderReport({ ...row, status: orderStatus.confirmed, units: units.get(row.id) ?? [] }),
    )
  },
})

/** Groups rows by order. The units of each order are in the reverse order of the rows. */
function groupByOrder(rows: readonly RegistrationRow[]) {
  const unitsByOrder = new Map<number, RegistrationRow[]>()
  for (const row of rows) {
    const earlierRows = unitsByOrder.get(row.orderId) ?? []
    unitsByOrder.set(row.orderId, [row, ...earlierRows])
  }
  return [...unitsByOrder].flatMap(([id, units]) => {
    const [order] = units
    return order ? [toOrderReport({ ...order, id, units })] : []
  })
}
