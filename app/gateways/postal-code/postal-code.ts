import { z } from 'zod'
import { type FoundAddress, normaliseCep } from '#app/domain/accounts/cep.ts'
import { isState } from '#app/domain/accounts/states.ts'

export type { FoundAddress }

export type PostalCodeAnswer = FoundAddress | 'unknown' | 'unavailable'

/** Returns the address or 'unknown'. Throws RemoteFault for any unclear response. */
export type PostalCodeProvider = {
  name: string
  lookUp(cep: string, timeoutMs: number): Promise<FoundAddress | 'unknown'>
}

/** Accepts '': towns with a single code have neither street nor neighbourhood. */
const makeTextSchema = (maxLength: number) =>
  z
    .string()
    .nullish()
    .transform((value) => (value ?? '').normalize('NFC').trim())
    .pipe(
      z
        .string()
        .max(maxLength)
        .regex(/^\P{Cc}*$/u),
    )

const addressShape = z.object({
  cep: z.string().transform((value) => normaliseCep(value)),
  street: makeTextSchema(150),
  province: makeTextSchema(80),
  city: makeTextSchema(80).pipe(z.string().min(1)),
  state: z.string().refine(isState),
  cityCode: z
    .union([z.string(), z.number().transform(String)])
    .nullish()
    .transform((value) => (value && /^\d{7}$/.test(value) ? value : undefined)),
})

export function checkedAddress(claim: unknown, cep: string): FoundAddress | undefined {
  const { data } = addressShape.safeParse(claim)
  return data?.cep === cep ? { ...data, cep } : undefined
}
