import type { Detail400, SegmentT } from '#app/domain/charges/banks/bank.ts'

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

/** Field positions in CNAB 400 details that most banks share. */
export const commonDetail400 = {
  payerName: null,
  creditDate: [296, 301],
  fee: [176, 188],
  isAfterFee: false,
  settlementCode: null,
} as const satisfies Partial<Detail400>
