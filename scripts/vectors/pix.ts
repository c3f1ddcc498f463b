import { z } from 'zod'
import { crc16 } from '#app/domain/charges/emv.ts'
import { buildStaticPix, listFailingPixChecks, parsePix } from '#app/domain/charges/pix.ts'

/** `amount` is in reais, such as "10.00", or null if the payer enters the amount. */
export const staticPixInput = z.object({
  key: z.string(),
  merchantName: z.string(),
  merchantCity: z.string(),
  amount: z
    .string()
    .regex(/^\d+\.\d{2}$/)
    .nullish(),
  txid: z.string().nullish(),
  description: z.string().nullish(),
})

export function checkPixParsing({ payload }: { payload: string }) {
  return parsePix(payload)
}

export function checkPixFaults({ payload }: { payload: string }) {
  const failing = listFailingPixChecks(payload)
  return { valid: failing.length === 0, failing }
}

export function checkTextCrc({ text }: { text: string }) {
  return { crc: crc16(text) }
}

export function checkPixBuilding({
  amount,
  txid,
  description,
  ...receiver
}: z.output<typeof staticPixInput>) {
  const cents = amount ? Number(amount.replace('.', '')) : null
  return {
    payload: buildStaticPix({
      ...receiver,
      amount: cents,
      txid: txid ?? null,
      description: description ?? null,
    }),
  }
}
