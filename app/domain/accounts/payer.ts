/** Decides by the order's document; an imported order without one is judged by its account. */
export function isCompanyPayer(document: string, isCompanyAccount: boolean): boolean {
  return document === '' ? isCompanyAccount : document.length > 11
}
