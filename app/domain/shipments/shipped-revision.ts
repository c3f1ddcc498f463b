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

export type PackedCopy = ShippableCopy & { versionSent: string | null; versionPacked: string | null }

/** The revision in the box; where nobody noted it what left last, else what was sold: rather asked once too often. */
export function revisionPacked(copy: PackedCopy): string {
  return copy.versionPacked ?? copy.versionSent ?? copy.versionSold
}

/**
 * The revision of a copy in a shipment: while it is to leave the one that would leave today, from then on what did.
 * `returned` is what came back, where another one leaves next; `packed` what the box holds, where that is another one.
 */
export function shippedRevision(copy: PackedCopy, isAwaitingDispatch: boolean) {
  const revision = isAwaitingDispatch ? revisionToSend(copy) : (copy.versionSent ?? copy.versionSold)
  const isOther = isAwaitingDispatch && copy.versionSent !== null && copy.versionSent !== revision
  const packed = revisionPacked(copy)
  const isOtherInBox = isAwaitingDispatch && packed !== revision
  return { revision, returned: isOther ? copy.versionSent : null, packed: isOtherInBox ? packed : null }
}
