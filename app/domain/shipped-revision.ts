/** A printed copy: the revision sold, the publication's own, and what staff chose for a one-off purchase. */
export type ShippableCopy = {
  isSignature: boolean
  versionSold: string
  versionInForce: string
  sendsInForce: boolean
}

/** The revision in which a copy leaves: the one in force; a one-off copy as bought, unless staff chose so (D36, D71). */
export function revisionToSend(copy: ShippableCopy): string {
  return copy.isSignature || copy.sendsInForce ? copy.versionInForce : copy.versionSold
}

/** True where staff choose between the revision bought and the one in force (D71). */
export function canChooseRevision(copy: Omit<ShippableCopy, 'sendsInForce'>): boolean {
  return !copy.isSignature && copy.versionSold !== copy.versionInForce
}

/**
 * The revision of a copy in a shipment: while it is to leave the one that would leave today, from then on what did.
 * `returned` is what came back, where another one leaves next.
 */
export function shippedRevision(copy: ShippableCopy & { versionSent: string | null }, isToLeave: boolean) {
  const revision = isToLeave ? revisionToSend(copy) : (copy.versionSent ?? copy.versionSold)
  const isOther = isToLeave && copy.versionSent !== null && copy.versionSent !== revision
  return { revision, returned: isOther ? copy.versionSent : null }
}
