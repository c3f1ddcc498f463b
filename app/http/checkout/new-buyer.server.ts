import { toIdentity } from '#app/domain/accounts/identity.ts'
import type { NewBuyer } from '#app/forms/checkout.ts'
import { hashPassword } from '#app/models/accounts/user.server.ts'

/** Returns the new account's data. Callers check limits first because this computes a password hash. */
export async function makeNewBuyer(buyer: NewBuyer) {
  return {
    email: buyer.email,
    passwordHash: await hashPassword(buyer.password),
    identity: toIdentity('cnpj' in buyer, buyer),
  }
}
