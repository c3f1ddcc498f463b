export type CodeRule = 'required' | 'optional' | 'none'

export type CarrierService = {
  code: CodeRule
  isSold?: true // true if buyers choose and pay it; staff then ship the order with it
}

export type Carrier = {
  /** services by their name in orders, shipments and the API, in the sequence that staff see */
  services: Readonly<Record<string, CarrierService>>
  normaliseCode(text: string): string | null // returns the code as stored; null for other text
  isCode(code: string): boolean // returns whether the check digit is valid
  /** public page that tracks a shipment; it reads the code from `field` */
  trackingPage: { origin: string; path: string; field: string }
}
