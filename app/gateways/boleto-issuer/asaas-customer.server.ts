import { type AsaasAccount, AsaasRefused } from '#app/gateways/boleto-issuer/asaas-account.server.ts'
import { asaasCreated, asaasCustomers } from '#app/gateways/boleto-issuer/asaas-answers.ts'
import type { Payer } from '#app/gateways/boleto-issuer/boleto-issuer.ts'
import { RemoteFault } from '#app/gateways/request-json.server.ts'

/** Returns the id of a customer with the payer's present data and without notifications. Creates one if none exists. */
export async function findOrCreateCustomer(account: AsaasAccount, payer: Payer): Promise<string> {
  const customerQuery = new URLSearchParams({ externalReference: payer.reference, cpfCnpj: payer.document })
  const knownCustomers = await account.request(`/customers?${customerQuery}`, asaasCustomers)
  const sameCustomer = knownCustomers?.data.find(
    (customer) =>
      customer.cpfCnpj === payer.document &&
      customer.externalReference === payer.reference &&
      customer.name === payer.name &&
      customer.address === payer.address.street &&
      customer.addressNumber === payer.address.number &&
      customer.postalCode?.replace(/\D/g, '') === payer.address.zipCode &&
      customer.notificationDisabled === true &&
      !customer.deleted,
  )
  return sameCustomer?.id ?? createCustomer(account, payer)
}

/** Creates a customer. Omits a phone that the gateway rejects, because it must not prevent the payment. */
async function createCustomer(account: AsaasAccount, payer: Payer): Promise<string> {
  const postCustomer = (phone: string) =>
    account.request('/customers', asaasCreated, { method: 'POST', json: toAsaasCustomer(payer, phone) })
  const customer = await postCustomer(payer.phone).catch((error) => {
    const codes = error instanceof AsaasRefused ? error.codes : []
    const isPhoneFault = codes.length > 0 && codes.every((code) => /phone/i.test(code))
    if (!isPhoneFault || payer.phone === '') throw error
    return postCustomer('')
  })
  if (!customer) throw new RemoteFault('malformed')
  return customer.id
}

function toAsaasCustomer({ reference, name, document, email, address }: Payer, phone: string) {
  return {
    name,
    cpfCnpj: document,
    email,
    ...toPhoneFields(phone),
    postalCode: address.zipCode,
    address: address.street,
    addressNumber: address.number,
    complement: address.complement,
    province: address.province,
    externalReference: reference,
    notificationDisabled: true,
  }
}

function toPhoneFields(phone: string) {
  if (phone === '') return {}
  return phone.length === 11 ? { mobilePhone: phone } : { phone }
}
