export const maxPurchaseOrderLength = 30
