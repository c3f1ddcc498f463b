import type { SegmentT } from '#app/domain/charges/banks/bank.ts'

/** FEBRABAN CNAB 240, field group 3T. */
export const febrabanSegmentT: SegmentT = {
  agency: [18, 22],
  account: [24, 35],
  dueDate: [74, 81],
  value: [82, 96],
  control: [106, 130],
  payerKind: [133, 133],
  payerDocument: [134, 148],
  payerName: [149, 188],
  fee: [199, 213],
  reasons: [214, 223],
}
