/** Characters of a buyer's own order number (D85). */
export const maxPurchaseOrderLength = 30
