/** Decides by the order's document, or by the account for an imported order without one. */
export function isCompanyPayer(document: string, isCompanyAccount: boolean): boolean {
  return document === '' ? isCompanyAccount : document.length > 11
}
