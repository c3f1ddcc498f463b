/** The hidden field with the user whose page contains the form. Forms with files have it in their address. */
export const ownerField = 'form_owner'

export function addFormOwner(address: string, owner: string | undefined): string {
  if (owner === undefined) return address
  return `${address}${address.includes('?') ? '&' : '?'}${ownerField}=${encodeURIComponent(owner)}`
}

export function removeFormOwner(address: string): string {
  const [path = '', ...queryPieces] = address.split('?')
  const parameters = queryPieces.join('?').split('&')
  const otherParameters = parameters.filter((text) => text !== '' && !text.startsWith(`${ownerField}=`))
  return otherParameters.length === 0 ? path : `${path}?${otherParameters.join('&')}`
}
