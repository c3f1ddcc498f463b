/** Whether a company pays an order, by the document the order keeps; one moved in without a document goes by its account. */
export function isCompanyPayer(document: string, isCompanyAccount: boolean): boolean {
  return document === '' ? isCompanyAccount : document.length > 11
}
