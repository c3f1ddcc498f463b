export const purchaseOrderLabels = {
  field: 'Nº do pedido de compra',
  short: 'Pedido de compra',
  hint: 'O número que a sua empresa dá a esta compra. Vai no boleto, no recibo e nos e-mails.',
} as const

export function formatPurchaseOrder(number: string): string {
  return `${purchaseOrderLabels.short} ${number}`
}
