/** Whether a shipment of the service has a tracking code (D9, D38). */
export type CodeRule = 'required' | 'optional' | 'none'

export type CarrierService = {
  code: CodeRule
  /** chosen and paid by the buyer; staff ship the order the same way */
  isSold?: true
}

export type Carrier = {
  /** By the name that orders, shipments and the API know; in the order staff choose from. */
  services: Readonly<Record<string, CarrierService>>
  /** The stored form of a typed code; null where it does not look like one. */
  normaliseCode(text: string): string | null
  /** Whether a stored code is a real one, by its check digit. */
  isCode(code: string): boolean
  /** The public page that follows a shipment; it reads the code from this field. */
  trackingPage: { origin: string; path: string; field: string }
}
