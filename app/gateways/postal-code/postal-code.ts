import { z } from 'zod'
import { type FoundAddress, normaliseCep } from '#app/domain/accounts/cep.ts'
import { isState } from '#app/domain/accounts/states.ts'

export type { FoundAddress }

export type PostalCodeAnswer = FoundAddress | 'unknown' | 'unavailable'

export type PostalCodeProvider = {
  name: string
  /** Returns the address or 'unknown'. Throws RemoteFault if the request fails or is malformed. */
  lookUp(cep: string, timeoutMs: number): Promise<FoundAddress | 'unknown'>
}

/** Accepts null and '' because a town with a single CEP has neither street nor neighbourhood. */
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

const addressSchema = z.object({
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

/** Returns the address of a response; undefined if it is malformed or has another CEP. */
export function parseFoundAddress(response: unknown, cep: string): FoundAddress | undefined {
  const { data } = addressSchema.safeParse(response)
  return data?.cep === cep ? { ...data, cep } : undefined
}
