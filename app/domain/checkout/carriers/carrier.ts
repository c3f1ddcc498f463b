export type CodeRule = 'required' | 'optional' | 'none'

export type CarrierService = {
  code: CodeRule
  isSold?: true // buyers choose and pay it; staff ship the order with it
}

export type Carrier = {
  /** services by their name in orders, shipments and the API, in the order in which staff see them */
  services: Readonly<Record<string, CarrierService>>
  normaliseCode(text: string): string | null // returns the stored form, or null for other text
  isCode(code: string): boolean // returns true for a valid check digit
  /** public page that tracks a shipment and reads the code from `field` */
  trackingPage: { origin: string; path: string; field: string }
}
