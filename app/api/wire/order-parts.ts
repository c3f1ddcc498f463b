import { z } from 'zod'
import { flagInput, id, toZeroOrOne, zeroOrOne } from '#app/api/wire/values.ts'

/** The customer that a record belongs to. */
export const buyerWire = z
  .object({
    id,
    name: z.string(),
    company_name: z.string().nullable(),
    person_or_company: zeroOrOne.meta({ description: '1 para empresa' }),
    phone: z.string().nullable(),
    email: z.string(),
    user: z.object({ email: z.string() }).meta({ description: 'Como em um perfil' }),
  })
  .meta({ id: 'Buyer' })

type Buyer = {
  id: number
  name: string
  company_name: string | null
  is_company: boolean
  phone: string | null
  email: string
}

export function toWireBuyer({ is_company, ...row }: Buyer): z.output<typeof buyerWire> {
  const { id, name, company_name, phone, email } = row
  return { id, name, company_name, person_or_company: toZeroOrOne(is_company), phone, email, user: { email } }
}

const foreignDescription = 'Aeronave de matrícula estrangeira'

export const foreignInput = flagInput.optional().meta({ description: foreignDescription })
export const foreignWire = z.boolean().meta({ description: foreignDescription })

const fuelType = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])

/** Accepts the code as a number or as text. */
export const fuelInput = z.union([fuelType, z.enum(['0', '1', '2', '3'])]).transform(Number)

const fuelTypes = [0, 1, 2, 3] as const

export const fuelWire = fuelType.nullable().meta({
  description: '0 não informado, 1 gasolina, 2 etanol, 3 convertido para etanol; nulo onde não se pede',
})

export function toWireFuel(storedFuel: number | null): z.output<typeof fuelWire> {
  return fuelTypes.find((fuel) => fuel === storedFuel) ?? null
}
