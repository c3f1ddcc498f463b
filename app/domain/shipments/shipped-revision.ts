export type ShippableCopy = {
  isSignature: boolean
  versionSold: string
  versionInForce: string
  sendsInForce: boolean
}

/** Subscriptions get the revision in force; one-off copies the one bought, unless staff chose otherwise. */
export function revisionToSend(copy: ShippableCopy): string {
  return copy.isSignature || copy.sendsInForce ? copy.versionInForce : copy.versionSold
}

export function canChooseRevision(copy: Omit<ShippableCopy, 'sendsInForce'>): boolean {
  return !copy.isSignature && copy.versionSold !== copy.versionInForce
}

export type PackedCopy = ShippableCopy & { versionSent: string | null; versionPacked: string | null }

/** Falls back to the last one sent, then the one sold, so that staff are asked rather once too often. */
export function revisionPacked(copy: PackedCopy): string {
  return copy.versionPacked ?? copy.versionSent ?? copy.versionSold
}

/** Returns the revision to send, after dispatch the one sent; `returned` and `packed` only where they differ. */
export function shippedRevision(copy: PackedCopy, isAwaitingDispatch: boolean) {
  const revision = isAwaitingDispatch ? revisionToSend(copy) : (copy.versionSent ?? copy.versionSold)
  const isOther = isAwaitingDispatch && copy.versionSent !== null && copy.versionSent !== revision
  const packed = revisionPacked(copy)
  const isOtherInBox = isAwaitingDispatch && packed !== revision
  return { revision, returned: isOther ? copy.versionSent : null, packed: isOtherInBox ? packed : null }
}
