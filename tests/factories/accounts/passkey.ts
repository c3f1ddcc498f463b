import { addPasskey, startPasskeyRegistration } from '#app/models/accounts/second-factor/passkey.server.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'

/** Registers a passkey as the page does. Returns the device. */
export async function makePasskey(userId: number, { name = 'Notebook', sessionId = 1 } = {}) {
  const device = new SoftwareAuthenticator()
  const registration = { purpose: 'register' as const, userId, sessionId }
  const options = await startPasskeyRegistration(registration, {
    email: 'ana@aeropub.test',
    displayName: 'Ana',
  })
  if (!options) throw new Error('registration of a passkey was rejected')
  const outcome = await addPasskey(registration, name, device.create(options))
  if (outcome !== 'added') throw new Error(`no passkey: ${outcome}`)
  return device
}
