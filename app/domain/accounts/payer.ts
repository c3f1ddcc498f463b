/** Returns true for a CNPJ; for an imported order without a document, the kind of account decides. */
export function isCompanyPayer(document: string, isCompanyAccount: boolean): boolean {
  return document === '' ? isCompanyAccount : document.length > 11
}
