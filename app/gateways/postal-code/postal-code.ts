import { z } from 'zod'
import { type FoundAddress, normaliseCep } from '#app/domain/accounts/cep.ts'
import { isState } from '#app/domain/accounts/states.ts'

export type { FoundAddress }

/** The address, `unknown` when a provider says plainly that there is no such code, else `unavailable`. */
export type PostalCodeAnswer = FoundAddress | 'unknown' | 'unavailable'

/** Somebody who knows postal codes. Throws RemoteFault for everything but a plain answer. */
export type PostalCodeProvider = {
  name: string
  /** `cep` is eight digits, `timeoutMs` what the whole exchange may take. */
  lookUp(cep: string, timeoutMs: number): Promise<FoundAddress | 'unknown'>
}

/** Text of an address form's field; a town with a single code has no street and no neighbourhood. */
const text = (maxLength: number) =>
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
  street: text(150),
  province: text(80),
  city: text(80).pipe(z.string().min(1)),
  state: z.string().refine(isState),
})

/** What a provider claims, under our names, as an address for `cep`; undefined when it is none or of another code. */
export function checkedAddress(claim: unknown, cep: string): FoundAddress | undefined {
  const { data } = addressShape.safeParse(claim)
  return data?.cep === cep ? { ...data, cep } : undefined
}
