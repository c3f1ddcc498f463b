import { addPasskey, startPasskeyRegistration } from '#app/models/accounts/second-factor/passkey.server.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'

/** Registers a passkey as the page does, in the session of this number. */
export async function makePasskey(userId: number, { name = 'Notebook', sessionId = 1 } = {}) {
  const device = new SoftwareAuthenticator()
  const place = { purpose: 'register' as const, userId, sessionId }
  const wanted = await startPasskeyRegistration(place, { email: 'ana@aeropub.test', displayName: 'Ana' })
  if (!wanted) throw new Error('no passkey can be made')
  const added = await addPasskey(place, name, device.create(wanted))
  if (added !== 'added') throw new Error(`no passkey: ${added}`)
  return device
}
