export type CodeRule = 'required' | 'optional' | 'none'

export type CarrierService = {
  code: CodeRule
  isSold?: true // chosen and paid by the buyer; staff ship the order the same way
}

export type Carrier = {
  /** by the name in orders, shipments and the API, in the order staff choose from */
  services: Readonly<Record<string, CarrierService>>
  normaliseCode(text: string): string | null // returns the stored form; null for other text
  isCode(code: string): boolean // validates the check digit
  /** public page that follows a shipment and reads the code from `field` */
  trackingPage: { origin: string; path: string; field: string }
}
