import { z } from 'zod'
import { id, toZeroOrOne, zeroOrOne } from '#app/api/wire/values.ts'
import { env } from '#app/env.server.ts'

/** Addresses that the bearer token opens; those of the pages want a cookie. */
export const links = {
  boleto: (orderId: number) => `${env.PUBLIC_URL}/api/boleto/${orderId}/`,
  signature: (id: number) => `${env.PUBLIC_URL}/api/signature_file/${id}/`,
  photo: (name: string) => `${env.PUBLIC_URL}/api/order_image/${name}/`,
}

/** The address an order was placed with, whatever the profile says today. */
export const orderAddressWire = z
  .object({
    country: z.literal('Brasil'),
    zip_code: z.string().meta({ description: 'Oito números', example: '18600000' }),
    street: z.string(),
    number: z.string(),
    complement: z.string(),
    province: z.string().meta({ description: 'Bairro' }),
    city: z.string(),
    state: z.string().meta({ description: 'UF', example: 'SP' }),
  })
  .meta({ id: 'OrderAddress' })

type Address = Omit<z.output<typeof orderAddressWire>, 'country'>

export function addressOf(row: Address): z.output<typeof orderAddressWire> {
  const { zip_code, street, number, complement, province, city, state } = row
  return { country: 'Brasil', zip_code, street, number, complement, province, city, state }
}

/** Whose record it is. */
export const buyerWire = z
  .object({
    id,
    name: z.string(),
    company_name: z.string().nullable(),
    person_or_company: zeroOrOne.meta({ description: '1 para empresa' }),
    phone: z.string().nullable(),
    email: z.string(),
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

export function buyerOf({ is_company, ...row }: Buyer): z.output<typeof buyerWire> {
  const { id, name, company_name, phone, email } = row
  return { id, name, company_name, person_or_company: toZeroOrOne(is_company), phone, email }
}

const fuelType = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])

/** Selects of a page send texts. */
export const fuelInput = z.union([fuelType, z.enum(['0', '1', '2', '3'])]).transform(Number)

const fuelTypes = [0, 1, 2, 3] as const

export const fuelWire = fuelType.nullable().meta({
  description: '0 não informado, 1 gasolina, 2 etanol, 3 convertido para etanol; nulo onde não se pede',
})

export function fuelOf(stored: number | null): z.output<typeof fuelWire> {
  return fuelTypes.find((each) => each === stored) ?? null
}
