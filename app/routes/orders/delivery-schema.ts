import { z } from 'zod'
import { addressSchema } from '#app/forms/address.ts'

/** The customer's own correction of where an order goes. */
export const ownDeliverySchema = z.object({ shipping: addressSchema, lock_version: z.number().int() })
