import { z } from 'zod'

const country = 'Brasil'

export const addressWire = z
  .object({
    country: z.literal(country),
    zip_code: z.string().meta({ description: 'CEP, oito números', example: '18600000' }),
    street: z.string(),
    number: z.string(),
    complement: z.string(),
    province: z.string().meta({ description: 'Bairro' }),
    city: z.string(),
    state: z.string().meta({ description: 'UF', example: 'SP' }),
  })
  .meta({ id: 'Address' })

type Address = z.output<typeof addressWire>

export function toWireAddress(row: Omit<Address, 'country'>): Address {
  const { zip_code, street, number, complement, province, city, state } = row
  return { country, zip_code, street, number, complement, province, city, state }
}
