import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet } from '@remix-run/react'
import type { PageHandle } from '#app/http/page.ts'
import { requireStaff } from '#app/http/staff.server.ts'

export const handle: PageHandle = { title: 'Administração' }

/** Loads the frame of all back-office screens. Each screen also has its own guard. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  return null
}

export default function Admin() {
  return <Outlet />
}
