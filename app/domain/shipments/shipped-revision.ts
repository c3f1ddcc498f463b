export type ShippableCopy = {
  isSignature: boolean
  versionSold: string
  versionInForce: string
  sendsInForce: boolean
}

/** Returns the current revision for subscriptions, and the bought revision for one-off copies unless staff chose. */
export function getRevisionToSend(copy: ShippableCopy): string {
  return copy.isSignature || copy.sendsInForce ? copy.versionInForce : copy.versionSold
}

export function canChooseRevision(copy: Omit<ShippableCopy, 'sendsInForce'>): boolean {
  return !copy.isSignature && copy.versionSold !== copy.versionInForce
}

export type PackedCopy = ShippableCopy & { versionSent: string | null; versionPacked: string | null }

/** Returns the packed revision, else the revision sent last, else the sold revision. */
export function getPackedRevision(copy: PackedCopy): string {
  return copy.versionPacked ?? copy.versionSent ?? copy.versionSold
}

/** Returns the revision to send or the sent revision; `returnedRevision` and `packed` only if they differ. */
export function getShippedRevision(copy: PackedCopy, isAwaitingDispatch: boolean) {
  const revision = isAwaitingDispatch ? getRevisionToSend(copy) : (copy.versionSent ?? copy.versionSold)
  const wasOtherSent = isAwaitingDispatch && copy.versionSent !== null && copy.versionSent !== revision
  const packedRevision = getPackedRevision(copy)
  const isOtherPacked = isAwaitingDispatch && packedRevision !== revision
  return {
    revision,
    returnedRevision: wasOtherSent ? copy.versionSent : null,
    packed: isOtherPacked ? packedRevision : null,
  }
}
