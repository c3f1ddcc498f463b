export type CodeRule = 'required' | 'optional' | 'none'

export type CarrierService = {
  code: CodeRule
  /** chosen and paid by the buyer; staff ship the order the same way */
  isSold?: true
}

export type Carrier = {
  /** by the name in orders, shipments and the API, in the order staff choose from */
  services: Readonly<Record<string, CarrierService>>
  /** returns the stored form; null for text that is no code */
  normaliseCode(text: string): string | null
  /** validates a stored code's check digit */
  isCode(code: string): boolean
  /** public page that follows a shipment and reads the code from `field` */
  trackingPage: { origin: string; path: string; field: string }
}
