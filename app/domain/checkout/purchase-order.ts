/** Characters of a buyer's own order number. */
export const maxPurchaseOrderLength = 30
