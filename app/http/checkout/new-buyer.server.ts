import type { NewBuyer } from '#app/forms/checkout.ts'
import { hashPassword } from '#app/models/accounts/user.server.ts'

/** Returns the new account's data. Callers check limits first because this computes a password hash. */
export async function makeNewBuyer(buyer: NewBuyer) {
  const isCompany = 'cnpj' in buyer
  return {
    email: buyer.email,
    passwordHash: await hashPassword(buyer.password),
    identity: {
      isCompany,
      name: buyer.name,
      companyName: isCompany ? buyer.company_name : null,
      cpf: isCompany ? null : buyer.cpf,
      cnpj: isCompany ? buyer.cnpj : null,
      ie: isCompany ? buyer.ie : buyer.rural_ie,
      phone: buyer.phone,
    },
  }
}
