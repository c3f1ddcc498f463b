import { randomBytes } from 'node:crypto'
import { deviceCookie } from '#app/http/cookies.server.ts'
import { findUserIdByEmail } from '#app/models/accounts/user.server.ts'

/** A browser's cookie. `name` is random; `users` are ids, most recent login first. */
type Device = { name: string; users: number[] }

const MAX_REMEMBERED = 5

/** Returns the browser's name if this account has used it before. Such a browser has its own limit of attempts. */
export async function findKnownDevice(request: Request, email: string): Promise<string | undefined> {
  const device = await readDevice(request)
  if (!device) return undefined
  const userId = await findUserIdByEmail(email)
  return userId !== undefined && device.users.includes(userId) ? device.name : undefined
}

/** Returns the browser's cookie with this login added. */
export async function rememberLogin(request: Request, userId: number): Promise<string> {
  const { name, users } = (await readDevice(request)) ?? { name: randomBytes(16).toString('hex'), users: [] }
  const newest = [userId, ...users.filter((id) => id !== userId)].slice(0, MAX_REMEMBERED)
  return deviceCookie.serialize({ name, users: newest } satisfies Device)
}

async function readDevice(request: Request): Promise<Device | undefined> {
  const value: unknown = await deviceCookie.parse(request.headers.get('Cookie'))
  return isDevice(value) ? value : undefined
}

function isDevice(value: unknown): value is Device {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('users' in value)) return false
  const { name, users } = value
  return typeof name === 'string' && Array.isArray(users) && users.every((id) => typeof id === 'number')
}
